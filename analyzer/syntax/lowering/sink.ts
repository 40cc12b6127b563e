/** What the lowering of all items of a text is collected in. */
import type {
  AccessOutline,
  ArrayOutline,
  AssignmentOutline,
  CallOutline,
  FunctionOutline,
  LaunchOutline,
  Span,
  StructureOutline,
  VariableOutline,
} from "../model";

/** Where the parts of an outline are collected. */
export interface Sink {
  readonly functions: FunctionOutline[];
  readonly launches: LaunchOutline[];
  readonly calls: CallOutline[];
  readonly arrays: ArrayOutline[];
  readonly structures: StructureOutline[];
  readonly variables: VariableOutline[];
  readonly assignments: AssignmentOutline[];
  readonly accesses: AccessOutline[];
}

/** An empty collection. */
export function emptySink(): Sink {
  return {
    functions: [],
    launches: [],
    calls: [],
    arrays: [],
    structures: [],
    variables: [],
    assignments: [],
    accesses: [],
  };
}

/** Where in the program a node stands. */
export interface Place {
  /** `a::b`, or empty: namespaces and structures around it. */
  readonly qualifier: string;
  /** The innermost block, structure or file. */
  readonly block: Span;
  /** Index into `functions` of the function around it. */
  readonly within?: number;
  /** The template parameter list that belongs to the declaration. */
  readonly template?: string;
}
