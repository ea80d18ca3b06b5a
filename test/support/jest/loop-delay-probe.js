// Loaded before a service (`--import`): when the service ends it writes how long its event loop stood still at most, in
// milliseconds, into the file that LOOP_DELAY_FILE names. The start of the service is not looked at.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 10 });
setTimeout(() => delay.enable(), 1_000).unref();
process.once('exit', () => writeFileSync(process.env.LOOP_DELAY_FILE, String(Math.round(delay.max / 1e6))));
