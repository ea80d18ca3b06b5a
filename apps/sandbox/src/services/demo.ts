import { askOperator } from './operator.js';

export interface DemoPrinter {
  readonly slug: string;
  readonly name: string;
  readonly uri: string;
  /** The code in a link that pairs every browser that opens it. */
  readonly panelCode: string;
}

/** The answer of `operator demo --json`. */
export interface Demo {
  readonly user: { readonly email: string; readonly password: string };
  readonly printers: readonly DemoPrinter[];
  /** A one-time code for the demo site's agent; null once one is enrolled. */
  readonly invite: string | null;
}

/**
 * The link to a printer's panel. It pairs the browser that opens it.
 * @param box address of the printer's box
 */
export function panelLink(box: string, { slug, panelCode }: Pick<DemoPrinter, 'slug' | 'panelCode'>): string {
  return `${box}/panel/${slug}?pair=${panelCode}`;
}

/** Makes the missing demo data, through the operator's command line. */
export async function makeDemo(
  printers: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>>,
): Promise<Demo> {
  const named = Object.entries(printers).flatMap(([slug, uri]) => ['--printer', `${slug}=${uri}`]);
  return (await askOperator(['demo', ...named], environment)) as Demo;
}
