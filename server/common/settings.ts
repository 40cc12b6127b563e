/** Settings from a client made into the engine's configuration. Values of a wrong type fall back to the default. */
import { architectureNamed } from "../../analyzer/hardware/architectures";
import { levels } from "../../engine/configuration/layer";
import {
  type Configuration,
  cudaVersions,
  DEFAULT_BUDGET,
  defaultConfiguration,
  unitsOf,
} from "../../engine/model/configuration";
import type { InlayHintMode, ProviderMode, Settings } from "../protocol";

/** The architecture that Nsight's extension has, where it is there, else the default. */
const AUTOMATIC = "auto";

/** The number of workers that stands for as many as the machine's cores allow. */
const AS_CORES_ALLOW = 0;

/** Settings of a client that gives none. */
export const defaultSettings: Settings = {
  rules: {},
  architecture: AUTOMATIC,
  compile: {
    standard: defaultConfiguration.compile.standard,
    includeFolders: [],
    defines: [],
    fastMath: false,
    fmad: true,
  },
  defaultBlock: [],
  simulation: {
    budget: DEFAULT_BUDGET,
    memoryLimit: defaultConfiguration.limits.memoryBytes,
    ...defaultConfiguration.machine,
    workers: AS_CORES_ALLOW,
  },
  codeLens: true,
  inlayHints: "off",
  semanticTokens: "auto",
  documentSymbols: "auto",
};

const inlayHintModes = ["off", "onFindings", "all"] as const satisfies readonly InlayHintMode[];
const providerModes = ["auto", "on", "off"] as const satisfies readonly ProviderMode[];

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
const oneOf = <T>(value: unknown, allowed: readonly T[], fallback: T): T =>
  allowed.includes(value as T) ? (value as T) : fallback;
const text = (value: unknown, fallback: string) => (typeof value === "string" && value !== "" ? value : fallback);
const flag = (value: unknown, fallback: boolean) => (typeof value === "boolean" ? value : fallback);
const count = (value: unknown, fallback: number) =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : fallback;
const texts = (value: unknown) => (Array.isArray(value) ? value.filter((item) => typeof item === "string") : []);

/** Reads what a client sent for section `warplens`. */
export function readSettings(value: unknown): Settings {
  const given = fieldsOf(value);
  const compile = fieldsOf(given.compile);
  const simulation = fieldsOf(given.simulation);
  const rules = Object.entries(fieldsOf(given.rules)).filter(([, level]) => levels.some((one) => one === level));
  return {
    rules: Object.fromEntries(rules) as Record<string, string>,
    architecture: text(given.architecture, defaultSettings.architecture),
    compile: {
      standard: text(compile.standard, defaultSettings.compile.standard),
      includeFolders: texts(compile.includeFolders),
      defines: texts(compile.defines),
      fastMath: flag(compile.fastMath, defaultSettings.compile.fastMath),
      fmad: flag(compile.fmad, defaultSettings.compile.fmad),
    },
    defaultBlock: Array.isArray(given.defaultBlock)
      ? given.defaultBlock.filter((n) => Number.isInteger(n) && n > 0)
      : [],
    simulation: {
      budget: count(simulation.budget, defaultSettings.simulation.budget),
      memoryLimit: count(simulation.memoryLimit, defaultSettings.simulation.memoryLimit),
      cudaVersion: oneOf(simulation.cudaVersion, cudaVersions, defaultSettings.simulation.cudaVersion),
      devices: count(simulation.devices, defaultSettings.simulation.devices),
      workers: count(simulation.workers, AS_CORES_ALLOW),
    },
    codeLens: flag(given.codeLens, defaultSettings.codeLens),
    inlayHints: oneOf(given.inlayHints, inlayHintModes, defaultSettings.inlayHints),
    semanticTokens: oneOf(given.semanticTokens, providerModes, defaultSettings.semanticTokens),
    documentSymbols: oneOf(given.documentSymbols, providerModes, defaultSettings.documentSymbols),
  };
}

/** The architecture that Nsight's extension is set to (`gpuArch`: `sm_86`, `compute_86` or `86`), if we know it. */
function nsightArchitecture(value: unknown): string | undefined {
  const { gpuArch } = fieldsOf(value);
  if (typeof gpuArch !== "string") return undefined;
  return architectureNamed(gpuArch.replace(/^(?=\d)/, "sm_"))?.name;
}

/** Settings with the architecture that is meant, from what a client sent for `NSIGHT_SECTION`. */
export function withArchitecture(settings: Settings, nsight: unknown): Settings {
  if (settings.architecture !== AUTOMATIC) return settings;
  return { ...settings, architecture: nsightArchitecture(nsight) ?? defaultConfiguration.compile.architecture };
}

/** The part of the settings that changes what is analysed and said. */
export function engineConfiguration(settings: Settings): Configuration {
  const [x, y = 1, z = 1] = settings.defaultBlock;
  const { workers } = settings.simulation;
  return {
    ...defaultConfiguration,
    compile: {
      ...defaultConfiguration.compile,
      architecture: settings.architecture,
      standard: settings.compile.standard,
      includeFolders: settings.compile.includeFolders,
      defines: settings.compile.defines,
      fastMath: settings.compile.fastMath,
      fmad: settings.compile.fmad,
    },
    rules: settings.rules as Configuration["rules"],
    block: x === undefined ? undefined : [x, y, z],
    limits: { steps: unitsOf(settings.simulation.budget), memoryBytes: settings.simulation.memoryLimit },
    ...(workers === AS_CORES_ALLOW ? {} : { simulation: { workers } }),
    machine: { cudaVersion: settings.simulation.cudaVersion, devices: settings.simulation.devices },
  };
}
