import type { Page } from 'playwright-core';

/** Options of a walk through a page. */
export interface Walk {
  /** The texts for fields, by field name; other fields get `a`. */
  typed?: Record<string, string>;
  /** Names of acts that are left out, in the form of `Walked.acts`. */
  noActs?: readonly string[];
}

export interface Walked {
  /**
   * Every used control, in order, such as `button Get code`; numbers are replaced by `#`, file names by FILE.
   */
  acts: string[];
  /** Controls that did not check the session, or made a call before the answer, with those calls. */
  wrong: string[];
}

/**
 * Uses every control in the main part of a page once, also those that appear meanwhile: presses, ticks,
 * chooses, picks a file, types. For each control it delays the session check and notes the calls before its
 * answer, which is then "valid". Typing is no act by itself, but a call that it causes is one. The fields of
 * the payment form are not used, because they belong to the provider.
 */
export function walk(page: Page, { typed = {}, noActs = [] }: Walk = {}): Promise<Walked> {
  return page.evaluate(walkInPage, { typed, noActs: [...noActs] });
}

/** Runs in the page and replaces its `fetch`. */
async function walkInPage({ typed, noActs }: Required<Walk>): Promise<Walked> {
  type Control = HTMLElement & { disabled?: boolean; labels?: NodeListOf<HTMLLabelElement> | null };
  const check = '/validate-session';
  /** Longer than the 100 ms after which the page prepares a payment for an amount. */
  const quietMs = 200;
  let calls: string[] = [];
  let underWay = 0;
  let waiting: (() => void)[] = [];
  let isDelaying = false;

  const fetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input, location.href).pathname;
    calls.push(path);
    underWay += 1;
    try {
      if (path !== check) return await fetch(input, init);
      if (isDelaying) await new Promise<void>((answer) => waiting.push(answer));
      return Response.json({ valid: true });
    } finally {
      underWay -= 1;
    }
  };
  window.XMLHttpRequest = class extends XMLHttpRequest {
    override send(body?: Document | XMLHttpRequestBodyInit | null) {
      calls.push('a file');
      underWay += 1;
      this.addEventListener('loadend', () => (underWay -= 1));
      super.send(body);
    }
  };

  const pause = () => new Promise((passed) => setTimeout(passed, quietMs));

  async function untilQuiet() {
    do await pause();
    while (underWay > 0);
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }

  function usable(): Control[] {
    const dialog = [...document.querySelectorAll('[role=dialog], dialog[open]')].at(-1);
    const root = dialog ?? document.querySelector('main')!;
    const all = root.querySelectorAll<Control>('button, input, select, [role=checkbox], a[download]');
    return [...all].filter(
      (control) =>
        control.checkVisibility() &&
        !control.matches(':disabled, :checked') &&
        !control.closest('.fake-form'),
    );
  }

  function nameOf(control: Control): string {
    const words =
      control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? control.textContent;
    const name = words
      .trim()
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\S+\.pdf/g, 'FILE')
      .replaceAll(/\d+/g, '#');
    return control.closest('[role=dialog], dialog') ? `${name} (in a dialog)` : name;
  }

  function kindOf(control: Control): string {
    if (control instanceof HTMLSelectElement) return 'select';
    if (control instanceof HTMLInputElement) {
      return ['radio', 'checkbox', 'file'].includes(control.type) ? control.type : 'field';
    }
    return control.tagName === 'A' ? 'file to save' : (control.getAttribute('role') ?? 'button');
  }

  /**
   * Uses the prototype's setter, as typing does. The setter that React puts on the element would hide the
   * change from React.
   */
  function set(
    control: Control,
    property: 'value' | 'selectedIndex' | 'files',
    value: unknown,
    event: string,
  ) {
    Reflect.set(Object.getPrototypeOf(control) as object, property, value, control);
    control.dispatchEvent(new Event(event, { bubbles: true }));
  }

  /** The acts of a control, each with a name. */
  function actsOf(control: Control): { name: string; act: () => void }[] {
    const kind = kindOf(control);
    const name = `${kind} ${nameOf(control)}`;
    if (control instanceof HTMLSelectElement) {
      const last = control.length - 1;
      return [
        { name: `${name}: last`, act: () => set(control, 'selectedIndex', last, 'change') },
        { name: `${name}: first`, act: () => set(control, 'selectedIndex', 0, 'change') },
      ];
    }
    if (kind === 'file') {
      const picked = new DataTransfer();
      picked.items.add(new File(['%PDF-1.7'], 'new.pdf', { type: 'application/pdf' }));
      return [{ name, act: () => set(control, 'files', picked.files, 'change') }];
    }
    if (kind === 'field') {
      return [{ name, act: () => set(control, 'value', typed[nameOf(control)] ?? 'a', 'input') }];
    }
    return [{ name, act: () => control.click() }];
  }

  /** Acts that remove other controls from the page come last. */
  const isEnd = (name: string) => /^\w+ (Get code|Close|Delete|Reset|Send|PAY)|: first$/.test(name);

  const acts: string[] = [];
  const wrong: string[] = [];
  await untilQuiet();
  for (;;) {
    const remaining = usable()
      .flatMap(actsOf)
      .filter(({ name }) => !acts.includes(name) && !noActs.includes(name));
    const next = remaining.find(({ name }) => !isEnd(name)) ?? remaining[0];
    if (!next) return { acts, wrong };
    acts.push(next.name);
    calls = [];
    isDelaying = true;
    next.act();
    await pause();
    const early = calls.filter((path) => path !== check);
    if (early.length > 0) wrong.push(`${next.name} called ${early.join(', ')}`);
    if (!calls.includes(check) && !next.name.startsWith('field'))
      wrong.push(`${next.name} asked for no session`);
    isDelaying = false;
    for (const answer of waiting) answer();
    waiting = [];
    await untilQuiet();
  }
}
