/** The documented JSON (docs/json.md), as it is. */
export const renderJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
