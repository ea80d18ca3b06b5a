import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../checkout.js';
import { Child } from '../processes/child.js';
import { answers, untilReady } from '../processes/ready.js';
import { toolPath } from '../tools.js';
import { DEFAULT_CONTROL, type EngineControl } from './engine-control.js';
import type { MessageBus } from './message-bus.js';
import type { PrintedJob } from './printed-job.js';

export interface VirtualPrinterOptions {
  /** The name that users see: `Hall`. */
  readonly name: string;
  readonly port: number;
  /** Holds the control file, and below `received` the printed documents, with one note for each job. */
  readonly folder: string;
  readonly logFile: string;
  readonly bus: MessageBus;
  /**
   * Whether the printer prints in colour, and on both sides: both true by default. The printer refuses jobs
   * that it cannot print.
   */
  readonly color?: boolean;
  readonly twoSided?: boolean;
  /** Replaces our engine for each job, for example by a program that ends at once. */
  readonly engine?: string;
}

/**
 * A real IPP printer (CUPS's `ippeveprinter`) on 127.0.0.1 and ::1 that accepts PDF. Our engine
 * simulates its hardware.
 */
export class VirtualPrinter {
  private constructor(
    private readonly options: VirtualPrinterOptions,
    private current: Child,
  ) {}

  static async start(options: VirtualPrinterOptions): Promise<VirtualPrinter> {
    mkdirSync(join(options.folder, 'spool'), { recursive: true });
    const child = await startChild(options);
    const printer = new VirtualPrinter(options, child);
    if (!existsSync(printer.controlFile)) printer.control(DEFAULT_CONTROL);
    await printer.loadPaper();
    return printer;
  }

  get uri(): string {
    return uriOf(this.options.port);
  }

  get controlFile(): string {
    return join(this.options.folder, 'control.json');
  }

  get child(): Child {
    return this.current;
  }

  /** Sets the engine's behaviour from the next page on. Missing settings get their default: no fault. */
  control(control: Partial<EngineControl>): void {
    writeFileSync(`${this.controlFile}.new`, JSON.stringify({ ...DEFAULT_CONTROL, ...control }));
    renameSync(`${this.controlFile}.new`, this.controlFile);
  }

  /** Every job that has started, oldest first, also from before a restart of the printer. */
  jobs(): PrintedJob[] {
    const received = join(this.options.folder, 'received');
    if (!existsSync(received)) return [];
    return readdirSync(received)
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => JSON.parse(readFileSync(join(received, file), 'utf8')) as PrintedJob);
  }

  /** Fills the tray with A4. */
  async loadPaper(): Promise<void> {
    await this.setTrays(250);
  }

  /** Empties the tray: the next job waits with `media-empty` before its first page, until paper is loaded. */
  async takePaperOut(): Promise<void> {
    await this.setTrays(0);
  }

  /** Kills the printer, as a power cut would. It forgets its jobs, and job ids restart at 1. */
  async kill(): Promise<void> {
    await this.current.kill();
  }

  async restart(): Promise<void> {
    await this.current.stop();
    this.current = await startChild(this.options);
    await this.loadPaper();
  }

  async stop(): Promise<void> {
    await this.current.stop();
  }

  /**
   * Sets the trays on the printer's own web page. It has a main tray and a small one, and counts as empty
   * when one of them is.
   */
  private async setTrays(sheets: number): Promise<void> {
    const tray = new URLSearchParams({
      size1: 'iso_a4_210x297mm',
      type1: 'stationery',
      level1: String(sheets),
      size2: 'iso_a5_148x210mm',
      type2: 'stationery',
      level2: String(sheets),
    });
    const response = await fetch(`http://localhost:${this.options.port}/media?${tray.toString()}`);
    await response.arrayBuffer();
    if (!response.ok)
      throw new Error(`The printer ${this.options.name} refused its paper: ${response.status}`);
  }
}

function uriOf(port: number): string {
  return `ipp://localhost:${port}/ipp/print`;
}

async function startChild(options: VirtualPrinterOptions): Promise<Child> {
  const child = Child.start({
    name: `printer ${options.name}`,
    program: toolPath('ippeveprinter'),
    args: [
      // No service discovery. `-n localhost` limits the listening addresses to this machine.
      '-r',
      'off',
      '-n',
      'localhost',
      '-p',
      String(options.port),
      '-d',
      join(options.folder, 'spool'),
      '-c',
      options.engine ?? engineFor(options),
      '-f',
      'application/pdf',
      ...(options.twoSided === false ? [] : ['-2']),
      '-s',
      options.color === false ? '60,0' : '60,60',
      '-v',
      options.name,
    ],
    env: options.bus.environment,
    logFile: options.logFile,
  });
  await untilReady(child, answers(`http://localhost:${options.port}/`));
  return child;
}

/** `ippeveprinter` accepts a path without arguments as its engine, so a script adds the arguments. */
function engineFor(options: VirtualPrinterOptions): string {
  const script = join(options.folder, 'engine.sh');
  const engine = join(checkout, 'apps/sandbox/dist/printers/engine.js');
  const lines = [
    '#!/bin/sh',
    `export SIXPENCE_PRINTER_FOLDER=${quoted(options.folder)}`,
    `export SIXPENCE_PRINTER_URI=${quoted(uriOf(options.port))}`,
    `export QPDF=${quoted(toolPath('qpdf'))}`,
    `exec ${quoted(process.execPath)} ${quoted(engine)} "$@"`,
    '',
  ];
  writeFileSync(script, lines.join('\n'));
  chmodSync(script, 0o755);
  return script;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
