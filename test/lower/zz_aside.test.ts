import { compareFolder, FOLDERS } from "./kernels";
it("aside", async () => {
  for (const folder of FOLDERS) {
    const all = await compareFolder(folder);
    const bad = all.filter((one) => !one.equal);
    console.log(folder, all.length - bad.length, "of", all.length);
    for (const one of bad) console.log(`${one.place}\n   ours ${one.ours}\n   sass ${one.theirs}`);
    const fl = all.filter((one) => one.float && one.float.ours !== one.float.theirs);
    console.log("float differs", fl.length, "of", all.filter((one) => one.float).length);
    for (const one of fl.slice(0, 60)) console.log(`${one.place}\n   f ours ${one.float!.ours}\n   f sass ${one.float!.theirs}`);
  }
});
