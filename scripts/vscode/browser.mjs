// Chromium without a screen.
import { chromium } from "playwright-core";

export function launchBrowser(executablePath) {
  const quiet = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update"];
  return chromium.launch({
    executablePath,
    headless: true,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-sync", ...quiet],
  });
}
