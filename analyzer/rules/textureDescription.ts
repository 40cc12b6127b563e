/** Descriptions of textures that do something else than they say. Page: `docs/rules/texture-description.md`. */
import { enclosingFunction } from "../syntax/enclosing";
import type { AssignmentOutline, CallOutline, Span, VariableOutline } from "../syntax/model";
import type { Fix, RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";
import { indentationAt } from "./text/offsets";

/** Texture descriptions that are refused or ignored: modes without normalised coordinates, filters of integers. */
export const textureDescription = problemRule(
  {
    id: "texture-description",
    title: "Texture description without effect",
    category: "correctness",
    severity: "warning",
    since: "0.3.0",
    fixSafety: "unsafe",
  },
  [],
  (context) => {
    const variables = context.outline.variables ?? [];
    const objects = variables.filter(({ type }) => /\bcuda(?:Texture|Surface)Object_t\b/.test(type));
    const descriptions = variables.filter(({ type }) => /\bcudaTextureDesc\b/.test(type));
    return [
      ...objects.flatMap((variable) => onObject(variable, context)),
      ...descriptions.flatMap((variable) => describedBy(variable, context)),
    ];
  },
);

const members = /^(?:addressMode|filterMode|readMode|normalizedCoords|maxAnisotropy|borderColor)\b/;

/** The assignments to members of a variable, with the member's path. */
function assignmentsTo(
  { name, scope }: VariableOutline,
  { outline, text }: RuleContext,
): readonly { readonly member: string; readonly value: string; readonly one: AssignmentOutline }[] {
  return (outline.assignments ?? []).flatMap((one) => {
    if (one.root !== name || one.operator !== "=" || one.start < scope.start || one.end > scope.end) return [];
    const member = /^\w+\s*\.\s*(.*)$/s.exec(text.slice(one.target.start, one.target.end))?.[1]?.replace(/\s+/g, "");
    return member ? [{ member, value: one.value ?? "", one }] : [];
  });
}

/** `tex.addressMode[0] = …` on an object, which is a number. */
function onObject(variable: VariableOutline, context: RuleContext): readonly Problem[] {
  const [first] = assignmentsTo(variable, context).filter(({ member }) => members.test(member));
  if (!first) return [];
  return [
    {
      span: { start: first.one.start, end: first.one.end },
      message: `${variable.name} is a texture object, which has no members: set ${first.member.replace(/\[.*/, "")} in the cudaTextureDesc before it is created.`,
      certainty: "proved",
      severity: "error",
    },
  ];
}

function describedBy(variable: VariableOutline, context: RuleContext): readonly Problem[] {
  const set = assignmentsTo(variable, context);
  if (!set.length || variable.initializer?.parts.some((part) => /\w/.test(part.replace(/^\{0?\}$/, "")))) return [];
  return [wrapping(variable, set, context), filtering(variable, set, context)].filter((one) => one !== undefined);
}

/** Wrap and mirror need normalised coordinates; linear memory has no addressing modes at all. */
function wrapping(
  { name, scope }: VariableOutline,
  set: ReturnType<typeof assignmentsTo>,
  { text }: RuleContext,
): Problem | undefined {
  const mode = set.find(
    ({ member, value }) => /^addressMode/.test(member) && /AddressMode(?:Wrap|Mirror)$/.test(value),
  );
  const normalized = set.filter(({ member }) => member === "normalizedCoords");
  if (/\bcudaResourceTypeLinear\b/.test(text.slice(scope.start, scope.end))) return undefined;
  if (!mode || normalized.some(({ value }) => !/^(?:0|false)$/.test(value))) return undefined;
  const [zero] = normalized;
  const fix: Fix = zero
    ? {
        title: "Set normalizedCoords to 1",
        edits: [{ start: zero.one.target.start, end: zero.one.end, newText: `${name}.normalizedCoords = 1` }],
        safe: false,
      }
    : {
        title: "Set normalizedCoords to 1",
        edits: [
          {
            start: mode.one.start,
            end: mode.one.start,
            newText: `${name}.normalizedCoords = 1;\n${indentationAt(text, mode.one.start)}`,
          },
        ],
        safe: false,
      };
  return {
    span: { start: mode.one.start, end: mode.one.end },
    message: `${mode.value} needs normalized coordinates: without normalizedCoords = 1 the texture clamps.`,
    certainty: "proved",
    severity: "information",
    fixes: [fix],
  };
}

const integerChannels =
  /cudaCreateChannelDesc\s*<\s*(?:unsigned\s+|signed\s+)*(?:int|char|short|u?(?:int|char|short)[124]|u?int(?:8|16|32)_t)\s*>|cudaChannelFormatKind(?:Uns|S)igned\b/;
const otherChannels = /cudaCreateChannelDesc\s*<\s*(?:float|half|__half)|cudaChannelFormatKindFloat/;

const givenChannels = /cuda(?:Mipmapped)?Array|cudaResourceDesc|cudaChannelFormatDesc/;

/** Linear filtering of integers needs them read as normalised floats. */
function filtering(
  { name, scope }: VariableOutline,
  set: ReturnType<typeof assignmentsTo>,
  context: RuleContext,
): Problem | undefined {
  const { text, outline } = context;
  const linear = set.find(({ member, value }) => member === "filterMode" && value.endsWith("FilterModeLinear"));
  const isFloat = set.some(({ member, value }) => member === "readMode" && value.endsWith("NormalizedFloat"));
  if (!linear || isFloat) return undefined;
  const channels = channelsOf(name, scope, context);
  if (channels !== undefined) return integerChannels.test(channels) ? filterProblem(linear.one) : undefined;
  const own = enclosingFunction(outline, scope.start);
  const body = text.slice(own?.body?.start ?? scope.start, own?.body?.end ?? scope.end);
  const isOwn = integerChannels.test(body) || otherChannels.test(body);
  // An array that comes from a caller has channels that the caller knows.
  const isGiven = own?.parameters.some(({ type }) => givenChannels.test(type));
  const where = isOwn ? body : text;
  if ((!isOwn && isGiven) || !integerChannels.test(where) || otherChannels.test(where)) return undefined;
  return filterProblem(linear.one);
}

const filterProblem = ({ start, end }: Span): Problem => ({
  span: { start, end },
  message: "Linear filtering of integers is refused in element mode. Read them with cudaReadModeNormalizedFloat.",
  certainty: "likely",
});

/** The channels of the array that a description is used with, as its function writes them: `cudaCreateChannelDesc<int>()`. */
function channelsOf(name: string, scope: Span, { text, outline }: RuleContext): string | undefined {
  const isInside = ({ start }: Span): boolean => scope.start <= start && start < scope.end;
  const given = (call: CallOutline): readonly string[] =>
    call.arguments.map(({ start, end }) =>
      text
        .slice(start, end)
        .replace(/^[\s&]+|\s+$/g, "")
        .replace(/^\([^()]*\)\s*&?/, ""),
    );
  const calls = outline.calls.filter(isInside);
  const resource = calls.find((one) => one.callee === "cudaCreateTextureObject" && given(one)[2] === name);
  const source = resource && given(resource)[1];
  const set = (outline.assignments ?? []).find(
    (one) =>
      isInside(one) &&
      one.root === source &&
      one.operator === "=" &&
      /\.\s*(?:array\s*\.\s*array|linear\s*\.\s*desc|pitch2D\s*\.\s*desc)\s*$/.test(
        text.slice(one.target.start, one.target.end),
      ),
  )?.value;
  if (set === undefined || !/^\w+$/.test(set)) return set;
  const allocation = calls.find((one) => /^cudaMalloc(?:3D)?Array$/.test(one.callee) && given(one)[0] === set);
  const channels = allocation ? given(allocation)[1] : set;
  return outline.variables?.find((one) => one.name === channels && isInside(one.nameSpan))?.initializer?.parts.join();
}
