import type { INestApplicationContext } from '@nestjs/common';
import type { CoreConfig } from '@sixpence/core/platform/process/config';
import type { ParseArgsOptionsConfig } from 'node:util';

/** The arguments after the name of a command, and its options. */
export interface Input {
  positionals: string[];
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
}

/** The result of a command, for programs and for people. */
export interface Outcome {
  /** Printed with `--json`. */
  json: unknown;
  /** Printed without `--json`. */
  lines: string[];
  /** True when the command worked and found a problem: exit status 1. */
  bad?: boolean;
}

/** The context of a command. Core's services start on first use, because some commands need none. */
export interface CommandContext {
  config: CoreConfig;
  services: () => Promise<INestApplicationContext>;
  warn: Warn;
}

/** Prints a text on stderr, separate from the result. */
export type Warn = (text: string) => void;

export interface Command {
  /** The typed name, such as `site add`. */
  name: string;
  /** The arguments after the name, such as `<name> --organisation <name>`. */
  usage: string;
  /** One sentence for `--help`. */
  summary: string;
  /** The number of arguments after the name, without options. */
  argumentCount: number;
  options?: ParseArgsOptionsConfig;
  run: (context: CommandContext, input: Input) => Promise<Outcome>;
}

/** A command with wrong arguments: exit status 2, with its usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError when the option is missing */
export function requiredOption(input: Input, option: string): string {
  const value = input.values[option];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${option} is missing`);
  return value;
}

export function optionalOption(input: Input, option: string): string | undefined {
  const value = input.values[option];
  return typeof value === 'string' ? value : undefined;
}

/**
 * The argument at `index` after the command's name.
 * @throws UsageError when there is none
 */
export function argument(input: Input, index: number): string {
  const found = input.positionals[index];
  if (found === undefined) throw new UsageError('An argument is missing');
  return found;
}
