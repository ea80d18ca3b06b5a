// Loaded before a service (`--import`): when the service ends, writes the longest delay of its event loop, in
// milliseconds, into the file named by LOOP_DELAY_FILE. The start of the service does not count.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 10 });
setTimeout(() => delay.enable(), 1_000).unref();
process.once('exit', () => writeFileSync(process.env.LOOP_DELAY_FILE, String(Math.round(delay.max / 1e6))));
