import { asCommand, launch, welcome } from './launch.js';
import type { Supervisor } from '../processes/supervisor.js';
import { note } from '../progress.js';
import { parts } from './parts/parts.js';
import { readSettings } from './settings/settings.js';
import { builtFiles, watched } from './watch/built-files.js';
import { bundle, compile, type Compiled } from './watch/compile.js';
import { panelServer, siteServer } from './watch/page-servers.js';
import { followSources } from './watch/sources.js';

const allParts = [...parts, siteServer, panelServer];

/**
 * `npm run dev`, after installation and build: starts the same parts as `npm start`, with the same data, and
 * applies each change at once. A process whose built code changed is restarted. The site and the panels
 * change in the browser. While the code does not compile, all processes keep running unchanged.
 */
await asCommand(async () => {
  const launched = await launch(allParts, readSettings(process.argv.slice(2), process.env));
  if (!launched) return;
  const { sandbox, supervisor } = launched;
  const running = builtNow();
  await followSources(() => restartChanged(running, supervisor), console.error);
  // The pages that Vite serves from the sources come first, before the built pages.
  welcome('Sixpence is ready and applies changes.', [siteServer, panelServer, ...parts], sandbox);
});

function builtNow(): Map<string, string> {
  return new Map([...watched].map(([name, folder]) => [name, builtFiles(folder)]));
}

async function restartChanged(running: Map<string, string>, supervisor: Supervisor): Promise<void> {
  const changedAt = Date.now();
  note('a change: compiling');
  if (!isDone(await compile(), 'The code does not compile: all processes keep running unchanged.')) return;
  const changed = [...builtNow()].filter(([name, files]) => files !== running.get(name));
  // If a step fails, the next change tries these programs again.
  for (const [name] of changed) running.delete(name);
  // nest-cli.json names the operator last: its commands end by themselves, so core need not wait for it.
  for (const [name, files] of changed) {
    if (!isDone(await bundle(name), `${name} cannot be bundled: it keeps running unchanged.`)) continue;
    running.set(name, files);
    if (name === 'operator') continue;
    const runs = await supervisor.restart(name);
    if (runs)
      note(`${name} runs with the change (${((Date.now() - changedAt) / 1000).toFixed(1)} s after it)`);
  }
}

/** @param otherwise is printed below the report of a failed step */
function isDone({ ok, report }: Compiled, otherwise: string): boolean {
  if (ok) return true;
  console.log(report);
  note(otherwise);
  return false;
}
