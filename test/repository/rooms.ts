/** The rooms of the product. */
export const rooms = [
  "analyzer",
  "simulator",
  "engine",
  "server",
  "client",
  "cli",
  "pictures",
  "assistants",
  "debugger",
] as const;
