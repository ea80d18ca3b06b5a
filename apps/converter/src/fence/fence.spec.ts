import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { Bounds } from '../fenced-process/bounds.js';
import { weights } from '../fenced-process/weight.js';
import { limits } from '../limits.js';
import { Unconvertible } from '../unconvertible.js';
import type { Offices } from '../office/offices.js';
import { Fence, UsedProcessFailed, type Receive } from './fence.js';

/** The environment of a process behind the fence, without the four variables that a shell adds. */
const itsEnvironment = `Object.keys(process.env)
  .filter((name) => !['OLDPWD', 'PWD', '_', 'SHLVL'].includes(name)).sort().join()`;

/**
 * The first lines of every program of these tests: functions that send messages and take documents, the
 * message `ready`, and the wait for the first document. As a probe the program succeeds only with the
 * environment of the fence.
 */
const prologue = `
  const fs = require('node:fs');
  if (process.argv.includes('--probe'))
    process.exit(${itsEnvironment} === 'HOME,LANG,PATH,QPDF,TMPDIR' ? 0 : 1);
  function say(header, bytes = Buffer.alloc(0)) {
    const json = Buffer.from(JSON.stringify(header));
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32BE(json.length, 0);
    lengths.writeUInt32BE(bytes.length, 4);
    fs.writeSync(3, Buffer.concat([lengths, json, bytes]));
  }
  function take(count) {
    const bytes = Buffer.alloc(count);
    for (let at = 0; at < count;) {
      const got = fs.readSync(0, bytes, at, count - at);
      if (got === 0) process.exit(0);
      at += got;
    }
    return bytes;
  }
  function takeDocument() {
    const lengths = take(8);
    take(lengths.readUInt32BE(0) + lengths.readUInt32BE(4));
  }
  say({ type: 'ready' });
  takeDocument();
`;

let fence: Fence | undefined;
afterEach(async () => {
  await fence?.close();
  fence = undefined;
});

async function raise(script: string, options: Partial<Parameters<typeof Fence.raise>[0]> = {}) {
  fence = await Fence.raise({
    qpdf: 'qpdf',
    standingBy: 2,
    logger: pino({ level: 'silent' }),
    program: [process.execPath, '--max-old-space-size=40', '-e', prologue + script, '--'],
    ...options,
  });
}

async function convert(
  { behind = never(), last = never(), lost = never() } = {},
  hear: () => void = () => undefined,
  ownerId = 'anna',
  isRepeated = false,
): Promise<string> {
  const said: Buffer[] = [];
  const source = { ownerId, fileName: 'essay.pdf', bytes: Buffer.from('%PDF') };
  const receive: Receive = (_, bytes) => {
    said.push(bytes);
    hear();
  };
  const place = { behind, last, lost };
  await fence!.convert({ mediaType: 'application/pdf' }, source, { place, receive, isRepeated });
  return Buffer.concat(said).toString();
}

const never = () => new AbortController().signal;

/**
 * Makes the program act when its priority is lowered. `convertMeasured` lowers it after the memory was
 * measured.
 */
const onceMeasured = (act: string) =>
  `say({ type: 'normalised', pageCount: 1 }); ${onceAtPriority(weights.behind, act)}`;

/**
 * Converts, and lowers the program's priority 200 ms after its first message. Memory is measured every 100 ms
 * in this same process, so it has been measured by then, however slow the machine is.
 */
function convertMeasured(): Promise<string> {
  const measured = new AbortController();
  return convert({ behind: measured.signal }, () => setTimeout(() => measured.abort(), 200));
}

/** Makes the program act when it has this nice value. */
const onceAtPriority = (priority: number, act: string) => `
  const wait = setInterval(() => {
    if (require('node:os').getPriority() !== ${priority}) return;
    clearInterval(wait);
    ${act}
  }, 20);`;

/** Makes the program answer with a text in place of a document’s PDF. */
const answer = (expression: string) =>
  `say({ type: 'normalised', pageCount: 1 }, Buffer.from(String(${expression}))); say({ type: 'done' });`;

describe('a document that makes its process', () => {
  test('run for ever: the process is stopped at its deadline, and the next one is served', async () => {
    await raise('for (;;);', { conversionMs: 500 });
    await expect(convert()).rejects.toMatchObject({ reason: 'timeout' });
    await expect(convert()).rejects.toMatchObject({ reason: 'timeout' });
  });

  test.each([
    ['take long: it continues at lower priority than new ones', 'behind'],
    ['run beside others of its owner: it continues at the lowest priority', 'last'],
  ] as const)('%s', async (_, weight) => {
    await raise(onceAtPriority(weights[weight], answer("'made way'")));
    expect(await convert({ [weight]: AbortSignal.timeout(300) })).toBe('made way');
    expect(await convert({ [weight]: AbortSignal.abort() }, undefined, 'ben')).toBe('made way');
  });

  test('take long while its place is needed: the process is stopped, and the document is not to blame', async () => {
    await raise('for (;;);');
    const lost = new AbortController();
    const ends = convert({ lost: lost.signal });
    const reason = new Error('another document needs the place');
    lost.abort(reason);
    await expect(ends).rejects.toBe(reason);
    await expect(convert({ lost: lost.signal })).rejects.toBe(reason);
  });

  test('allocate more and more memory: the process is stopped as too large', async () => {
    const script =
      'const held = []; setInterval(() => held.length < 30 && held.push(Buffer.alloc(2e7, 1)), 10);';
    await raise(script, { memoryBytes: 400e6 });
    await expect(convert()).rejects.toMatchObject({ reason: 'too-large' });
  });

  test('start one process after the other: the process is stopped', async () => {
    await raise(`for (let each = 0; each < ${limits.processes}; each += 1)
      require('node:child_process').spawn('sleep', ['60'], { stdio: 'ignore' });`);
    await expect(convert()).rejects.toMatchObject({ reason: 'too-large' });
  });

  test('start processes faster than they are counted: the kernel stops them at the limit for all documents together', async () => {
    await raise(
      answer(String.raw`/Max processes +(\d+)/.exec(fs.readFileSync('/proc/self/limits', 'utf8'))[1]`),
    );
    expect(await convert()).toBe(String(limits.processesOfAll));
  });

  test('fill its own heap: the document is too large', async () => {
    const script = `
      globalThis.outside = Buffer.alloc(1.5e8, 1);
      const held = [];
      ${onceMeasured('for (;;) held.push([...Array(1_000)]);')}`;
    await raise(script, { memoryBytes: 300e6 });
    await expect(convertMeasured()).rejects.toMatchObject({ reason: 'too-large' });
  });

  test.each([
    [
      'with much memory in use: the document is too large',
      'globalThis.held = Buffer.alloc(1.5e8, 1);',
      'too-large',
    ],
    ['with little memory in use: the document is damaged', '', 'damaged'],
  ])('run a helper program that gives up, %s', async (_, script, reason) => {
    await raise(`${script} ${onceMeasured("say({ type: 'gave-up' });")}`, { memoryBytes: 300e6 });
    await expect(convertMeasured()).rejects.toMatchObject({ reason });
  });

  test('fail: the reason of the failure is reported', async () => {
    await raise("say({ type: 'failed', reason: 'missing-font' });");
    await expect(convert()).rejects.toMatchObject({ name: 'Unconvertible', reason: 'missing-font' });
  });

  test('ask for LibreOffice where there is none: the document is left to another converter', async () => {
    await raise("say({ type: 'office', filter: 'writer8' });");
    await expect(convert()).rejects.toMatchObject({ name: 'NoOffice' });
  });

  test('ask for LibreOffice: it gets the document as PDF, for its owner', async () => {
    const asked: unknown[] = [];
    let isClosed = false;
    const offices = {
      convert: (filter: string, bytes: Uint8Array, { ownerId, fileName }: Record<string, unknown>) => {
        asked.push([filter, Buffer.from(bytes).toString(), ownerId, fileName]);
        return Promise.resolve(Buffer.from('from LibreOffice'));
      },
      close: () => Promise.resolve((isClosed = true)),
    };
    const script = `say({ type: 'office', filter: 'writer8' });
      const frame = Buffer.alloc(65536);
      let length = 0;
      while (!frame.includes('LibreOffice')) length += fs.readSync(0, frame, length, 100, null);
      ${answer("frame.toString('latin1', 0, length)")}`;
    await raise(script, { offices: offices as never });
    expect(await convert()).toContain('{"type":"pdf"}from LibreOffice');
    expect(asked).toEqual([['writer8', '%PDF', 'anna', 'essay.pdf']]);
    await fence!.close();
    expect(isClosed).toBe(true);
  });

  test('send what its converter refuses: the reason of the refusal is reported', async () => {
    await raise("say({ type: 'normalised', pageCount: 1 }); setInterval(() => {}, 1e3);");
    const refusal = new Unconvertible('too-large');
    const refused = convert({}, () => {
      throw refusal;
    });
    await expect(refused).rejects.toBe(refusal);
  });

  test('need a missing program: the document is left to another converter', async () => {
    await raise("say({ type: 'missing-program' });");
    await expect(convert()).rejects.toMatchObject({ name: 'MissingProgram' });
  });

  test.each([
    ['end without an answer', 'process.exit(0);'],
    ['crash', "process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1e3);"],
    ['abort while memory is free', 'process.abort();'],
    ['send garbage', "fs.writeSync(3, 'GET / HTTP/1.1 and so on'); setInterval(() => {}, 1e3);"],
    ['send a wrong page number', "say({ type: 'page', page: 501 }); setInterval(() => {}, 1e3);"],
    ['announce more than the limit', 'fs.writeSync(3, Buffer.alloc(8, 255)); setInterval(() => {}, 1e3);'],
  ])('%s: the document is damaged', async (_, script) => {
    await raise(script);
    await expect(convert()).rejects.toMatchObject({ reason: 'damaged' });
  });
});

test('a fence that is raised removes the folders of converters that were killed', async () => {
  const ended = spawn('true');
  await once(ended, 'exit');
  const forsaken = `/dev/shm/sixpence-fence-${ended.pid}-a`;
  await mkdir(forsaken);
  await raise('');
  expect(existsSync(forsaken)).toBe(false);
});

describe('a process that has converted a document', () => {
  /** Converts documents without end, the first with `first`, the later ones with `later`. */
  const serving = (first: string, later = first) =>
    `const me = require('node:crypto').randomUUID(); ${first} for (;;) { takeDocument(); ${later} }`;
  const name = answer('me');
  const convertFor = (ownerId: string) => convert({}, undefined, ownerId);

  test('converts the next document of its owner, and none of another user', async () => {
    await raise(serving(name));
    const of = async (owners: string[]) => {
      const names: string[] = [];
      for (const owner of owners) names.push(await convertFor(owner));
      return names;
    };
    const [anna, ben, ...later] = await of(['anna', 'ben', 'anna', 'anna', 'ben']);
    expect(ben).not.toBe(anna);
    expect(later).toEqual([anna, anna, ben]);
  });

  test.each([
    ['dies', 'process.kill(process.pid, "SIGKILL");'],
    ['reports a failure', "say({ type: 'failed', reason: 'damaged' });"],
    ['fails after an answer', "say({ type: 'normalised', pageCount: 1 }); process.exit(1);"],
    ['takes too long', 'for (;;);'],
  ])('and %s at the next one asks for a new process, which decides', async (_, act) => {
    await raise(serving(name, act), { conversionMs: 1_000 });
    const first = await convert();
    const failed = await convert().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(UsedProcessFailed);
    const again = await convert({}, undefined, 'anna', true);
    expect([again === first, again.length]).toEqual([false, first.length]);
  });

  test('is not to blame for a document that LibreOffice refuses', async () => {
    const offices = {
      convert: () => Promise.reject(new Unconvertible('damaged')),
      close: () => Promise.resolve(),
    };
    const ask = "say({ type: 'office', filter: 'writer8' });";
    await raise(serving(name, ask), { offices: offices as unknown as Offices });
    await convert();
    await expect(convert()).rejects.toMatchObject({ name: 'Unconvertible', reason: 'damaged' });
  });

  test('and reaches a bound together with LibreOffice asks for a new process', async () => {
    const convertWithin = (_: unknown, __: unknown, { bounds }: { bounds: Bounds }) =>
      untilItThrows(() => bounds.check());
    const offices = { convert: convertWithin, close: () => Promise.resolve() };
    const ask = "say({ type: 'office', filter: 'writer8' });";
    const options = { offices: offices as unknown as Offices, conversionMs: 400 };
    await raise(serving(name, `${ask} for (;;);`), options);
    await convert();
    await expect(convert()).rejects.toBeInstanceOf(UsedProcessFailed);
  });

  test('and lost its place at the next one is not blamed', async () => {
    await raise(serving(name, "say({ type: 'normalised', pageCount: 1 }); for (;;);"));
    await convert();
    const lost = new AbortController();
    const reason = new Error('another document needs the place');
    const converting = convert({ lost: lost.signal }, () => lost.abort(reason));
    await expect(converting).rejects.toBe(reason);
  });

  test('is ended when the document started a process that runs on', async () => {
    const leave = `require('node:child_process').spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });`;
    await raise(serving(`${leave} ${name}`));
    const first = await convert();
    expect(await convert()).not.toBe(first);
  });
});

describe('a process behind the fence', () => {
  test('has no secret in its environment, and no working folder but its own', async () => {
    process.env.SERVICE_TOKEN = 'not for documents';
    await raise(answer(`JSON.stringify([${itsEnvironment}, process.cwd(), process.env.TMPDIR])`));
    const [names, cwd, folder] = JSON.parse(await convert()) as [string, string, string];
    delete process.env.SERVICE_TOKEN;
    expect(names).toBe('HOME,LANG,PATH,QPDF,TMPDIR');
    expect([folder, '/']).toContain(cwd);
  });

  test('sees neither environment nor command line of other processes', async () => {
    const mark = 'nothing-for-documents';
    const other = spawn('sleep', ['60'], { argv0: mark, env: { ...process.env, SERVICE_TOKEN: mark } });
    // The program is part of its own command line, so it assembles the mark.
    await raise(
      answer(`fs.readdirSync('/proc').filter((name) => Number(name) > 0).map((pid) =>
        ['environ', 'cmdline'].map((file) => {
          try { return fs.readFileSync('/proc/' + pid + '/' + file, 'utf8'); } catch { return ''; }
        }).join().includes('nothing' + '-for-documents') ? 'another process' : 'its own').sort().join()`),
    );
    // The process sees the shell that started it, and itself.
    expect(await convert()).toBe('its own,its own');
    other.kill();
  });

  test('shares no memory, queue, or semaphore with the machine', async () => {
    await raise(answer("fs.readlinkSync('/proc/self/ns/ipc')"));
    expect(await convert()).not.toBe(await readlink('/proc/self/ns/ipc'));
  });

  test('cannot write outside its folder, not even in public folders', async () => {
    const name = `sixpence-written-${process.pid}`;
    const places = ['/', '/tmp', '/var/tmp', '/dev/shm'];
    await raise(`
      const written = ${JSON.stringify(places)}.filter((place) => {
        try { fs.writeFileSync(place + '/${name}', 'plaintext'); return true; } catch { return false; }
      });
      fs.writeFileSync(process.env.TMPDIR + '/${name}', 'plaintext');
      ${answer('JSON.stringify(written)')}
    `);
    const written = JSON.parse(await convert()) as string[];
    await Promise.all(written.map((place) => rm(join(place, name), { force: true })));
    expect(written).toEqual([]);
  });

  test('has no network', async () => {
    let calls = 0;
    const listener = createServer(() => (calls += 1)).listen(0, '127.0.0.1');
    await new Promise((resolve) => listener.once('listening', resolve));
    const { port } = listener.address() as AddressInfo;
    await raise(`
      const socket = require('node:net').connect(${port}, '127.0.0.1');
      const tell = (outcome) => { ${answer('outcome')} process.exit(0); };
      socket.on('connect', () => tell('connected')).on('error', () => tell('refused'));
    `);
    expect(await convert()).toBe('refused');
    expect(calls).toBe(0);
    listener.close();
  });

  test('has the usual priority when its document comes', async () => {
    await raise(answer("require('node:os').getPriority()"));
    expect(await convert()).toBe(String(weights.ordinary));
  });

  test('is the first to be killed when the machine runs out of memory', async () => {
    await raise(answer("fs.readFileSync('/proc/self/oom_score_adj', 'utf8').trim()"));
    expect(await convert()).toBe('1000');
  });

  test('is refused a single allocation above the limit', async () => {
    await raise(`
      let held = 'held';
      try { Buffer.allocUnsafe(${limits.processBytes} + 1); } catch { held = 'refused'; }
      ${answer('held')}
    `);
    expect(await convert()).toBe('refused');
  });

  test('leaves no process and no file, even from detached children', async () => {
    const mark = `sixpence-stray-${process.pid}`;
    await raise(`
      const stray = ['sh', '-c', 'echo plaintext > "$TMPDIR/${mark}"; sleep 1000; # ${mark}'];
      require('node:child_process').spawn('setsid', stray, { detached: true, stdio: 'ignore' });
      while (!fs.existsSync(process.env.TMPDIR + '/${mark}'));
      ${answer("'done'")}
    `);
    expect(await convert()).toBe('done');
    await fence!.close();
    // The kernel ends them; it may take a moment.
    for (let look = 0; look < 200 && (await commandsWith(mark)).length > 0; look += 1) await sleep(20);
    expect(await commandsWith(mark)).toEqual([]);
    const folders = (await readdir('/dev/shm')).filter((name) =>
      name.startsWith(`sixpence-fence-${process.pid}-`),
    );
    expect(folders).toEqual([]);
    await raise('');
  });
});

describe.each([
  ['where the machine refuses namespaces', 'echo "Operation not permitted" >&2; exit 1'],
  ['where the probe hangs', 'exec sleep 1000'],
])('%s', (_, refusal) => {
  let programs: string;
  const path = process.env.PATH;
  const patience = { probeMs: 300 };
  beforeEach(async () => {
    // This `unshare` replaces the system's, and behaves as in a container, or hangs.
    programs = await mkdtemp(join(tmpdir(), 'sixpence-programs-'));
    await writeFile(join(programs, 'unshare'), `#!/bin/sh\n${refusal}\n`, { mode: 0o755 });
    process.env.PATH = `${programs}:${path}`;
  });
  afterEach(async () => {
    process.env.PATH = path;
    await rm(programs, { recursive: true });
  });

  test('no fence is raised, and the error says what to do', async () => {
    await expect(raise(answer("'converted'"), patience)).rejects.toThrow(
      /Let the converter make namespaces.*FENCE=container/,
    );
  });

  test('a fence is raised when the container is the fence', async () => {
    await raise(answer("'converted'"), { ...patience, isContained: true });
    expect(await convert()).toBe('converted');
  });
});

/** Waits until `check` throws, and throws its error. */
async function untilItThrows(check: () => void): Promise<never> {
  for (;;) {
    check();
    await sleep(5);
  }
}

async function commandsWith(text: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => command.includes(text));
}
