/** Folders of texts that the bundler inlines (`scripts/bundles.mjs`). */
declare module "warplens:cuda-headers" {
  const headers: import("../compiler/model").FileTree;
  export default headers;
}
declare module "warplens:rule-pages" {
  const pages: Record<string, string>;
  export default pages;
}
declare module "*.cu" {
  const text: string;
  export default text;
}
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.svg" {
  const text: string;
  export default text;
}
