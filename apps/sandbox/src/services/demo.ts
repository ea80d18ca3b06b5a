import { askOperator } from './operator.js';

/** The answer of `operator demo --json`. */
export interface Demo {
  readonly user: { readonly email: string; readonly password: string };
  readonly printers: readonly { readonly slug: string; readonly name: string; readonly uri: string }[];
  /** A one-time code for the demo site's agent; null once one is enrolled. */
  readonly invite: string | null;
}

/** Makes what is missing of the demo organisation, through the operator's command line as anybody else would. */
export async function makeDemo(
  printers: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>>,
): Promise<Demo> {
  const named = Object.entries(printers).flatMap(([slug, uri]) => ['--printer', `${slug}=${uri}`]);
  return (await askOperator(['demo', ...named], environment)) as Demo;
}
