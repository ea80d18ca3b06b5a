import { spawn } from 'node:child_process';
import { checkout } from './checkout.mjs';
import { onMachine } from './commands.mjs';
import { nodeProgram } from './packages.mjs';

/**
 * Goes on in another script on the pinned Node and answers its exit status. It gets a process group of its own, so that
 * Ctrl-C in a terminal reaches it once, through us, and not a second time from the terminal.
 */
export function handOver(args) {
  const child = spawn(...dyingWithUs(nodeProgram(), args), {
    cwd: checkout,
    stdio: 'inherit',
    detached: true,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) onceParentIsGone(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** npm that is killed cannot pass anything on: what it ran for somebody must not run on for nobody. */
function onceParentIsGone(act) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, 250);
  timer.unref();
}

/** setpriv(1) has the kernel ask it to end when we are killed and cannot ask any more. */
function dyingWithUs(program, args) {
  const setpriv = onMachine('setpriv');
  return setpriv ? [setpriv, ['--pdeathsig', 'TERM', program, ...args]] : [program, args];
}
