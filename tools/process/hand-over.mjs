import { spawn } from 'node:child_process';
import { checkout } from './checkout.mjs';
import { onMachine } from './commands.mjs';
import { nodeProgram } from './node.mjs';

/**
 * Runs another script on the pinned Node and returns its exit status. The script leads its own process group,
 * so that Ctrl-C reaches it once, through this process, and not also from the terminal.
 */
export function handOver(args) {
  const child = spawn(...withDeathSignal(nodeProgram(), args), {
    cwd: checkout,
    stdio: 'inherit',
    detached: true,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) onParentEnd(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * A killed npm cannot pass a signal on. This process polls whether its parent lives, and stops the script
 * when it does not.
 */
function onParentEnd(act) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, 250);
  timer.unref();
}

/** setpriv(1) makes the kernel signal the script when this process is killed. */
function withDeathSignal(program, args) {
  const setpriv = onMachine('setpriv');
  return setpriv ? [setpriv, ['--pdeathsig', 'TERM', program, ...args]] : [program, args];
}
