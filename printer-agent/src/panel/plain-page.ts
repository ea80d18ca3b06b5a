/**
 * A page of the box that works without a script.
 * @param body HTML whose texts are escaped
 * @param reloadSeconds seconds until the page reloads itself
 */
export function plainPage(title: string, body: string, reloadSeconds?: number): string {
  const reloadTag =
    reloadSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${reloadSeconds}">`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>${reloadTag}
<meta name="viewport" content="width=device-width"><style>
body{font:1.25rem/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;color:#1b1f3b;background:#fbfaf7}
ul{list-style:none;padding:0}li{background:#fff;border-radius:12px;padding:1rem;margin:.75rem 0}a{color:#d6246e;font-weight:600}
</style></head><body>${body}</body></html>`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const notPaired = 'This screen is not set up for the printer';

/** The page for a browser that is not paired with the panel, or whose link has expired or was used. */
export const notPairedPage = plainPage(
  notPaired,
  `<h1>${notPaired}.</h1><p>Please ask the staff.</p>
<p><small>Staff: open a new link of <code>operator panel pair</code> in this browser. A link pairs one browser, once.</small></p>`,
);

/** The page for a link that cannot be verified now. */
export const pairLaterPage = plainPage(
  notPaired,
  `<h1>${notPaired} yet.</h1><p>The service cannot be reached just now. Please load this page again in a minute.</p>`,
);

const cannotPrint = 'Nothing can be printed here just now';

/** The page of every panel while the disk of the box takes no writes. */
export function outOfOrder(reloadSeconds: number): string {
  return plainPage(
    cannotPrint,
    `<h1>${cannotPrint}.</h1><p>Please use another printer, or ask the staff.</p>
<p><small>Staff: the disk of this box takes no writes. Make it writable and free space on it; the box then goes on by
itself. Its log says more.</small></p>`,
    reloadSeconds,
  );
}
