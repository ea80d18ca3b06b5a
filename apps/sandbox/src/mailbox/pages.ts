import type { Address, MailRecord } from './mail-store.js';

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}' +
  'table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .8rem .4rem 0;vertical-align:top}' +
  'tr+tr td{border-top:1px solid #8885}pre{white-space:pre-wrap}iframe{width:100%;height:30rem;border:1px solid #8885}';

/** The page of all mails, newest first. It reloads by itself, so that a new code appears. */
export function listPage(mails: readonly MailRecord[]): string {
  const rows = [...mails].reverse().map((mail) => {
    const cells = [
      shortTime(mail.time),
      names(mail.envelope.to),
      `<a href="/mail/${escaped(mail.id)}">${escaped(mail.subject || '(no subject)')}</a>`,
    ];
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const table = `<table><tr><th>Time</th><th>To</th><th>Subject</th></tr>${rows.join('')}</table>`;
  const empty = '<p>No mail yet. Mail of the service appears here and never leaves this machine.</p>';
  return html('Mailbox', `<h1>Mailbox</h1>${mails.length === 0 ? empty : table}`, 3);
}

export function mailPage(mail: MailRecord): string {
  const files = mail.attachments.map(({ fileName, length }) => {
    const address = `/email/${mail.id}/attachment/${encodeURIComponent(fileName)}`;
    return `<a href="${escaped(address)}" download>${escaped(fileName)}</a> (${length} bytes)`;
  });
  const rows = [
    ['From', names(mail.from)],
    ['To', names(mail.envelope.to)],
    ['Time', escaped(mail.time)],
    ...(files.length > 0 ? [['Attached', files.join(', ')]] : []),
  ];
  const head = rows.map(([what, value]) => `<tr><th>${what}</th><td>${value}</td></tr>`).join('');
  const frame = `<iframe sandbox title="The mail as HTML" src="/email/${escaped(mail.id)}/html"></iframe>`;
  return html(
    mail.subject,
    `<p><a href="/">Mailbox</a> · <a href="/email/${escaped(mail.id)}/source">source</a></p>` +
      `<h1>${escaped(mail.subject)}</h1><table>${head}</table>` +
      `<pre>${escaped(mail.text)}</pre>${mail.html === '' ? '' : frame}`,
  );
}

function html(title: string, body: string, reloadSeconds?: number): string {
  const reload = reloadSeconds ? `<meta http-equiv="refresh" content="${reloadSeconds}">` : '';
  return (
    `<!doctype html><html lang="en-GB"><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">${reload}<title>${escaped(title)}</title>` +
    `<style>${STYLE}</style><body>${body}</body></html>`
  );
}

function names(list: readonly Address[]): string {
  return list.map(({ address }) => escaped(address)).join(', ');
}

function shortTime(iso: string): string {
  return escaped(iso.slice(11, 19));
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
