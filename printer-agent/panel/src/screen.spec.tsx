import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import type { PanelAction, PanelView } from '@sixpence/contracts/agent/panel';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Lost } from './link/lost.js';
import { Screen } from './screen.js';
import { storyViews } from './story-views.js';
import type { ViewOf } from './views.js';

let sent: PanelAction[];

beforeEach(() => {
  sent = [];
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const story = <Name extends PanelView['screen']>(name: string) => storyViews[name] as ViewOf<Name>;
const drawn = (view: PanelView) => (
  <MantineProvider env="test">
    <Screen view={view} send={(action) => sent.push(action)} />
  </MantineProvider>
);
const show = (view: PanelView) => render(drawn(view));
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string | RegExp) => fireEvent.click(button(name));
const enter = (target: Element | Window = window) => fireEvent.keyDown(target, { key: 'Enter' });
/** The actions without the touches. */
const acts = () => sent.filter(({ action }) => action !== 'touch');
const pence = (minor: number) => ({ minor, currency: 'GBP' as const });

describe('a touch', () => {
  test.each([
    ['keypad', 1],
    ['pairing', 1],
    ['documents', 1],
    ['done', 1],
    ['attract', 0],
    ['printing', 0],
  ])('at the screen %s is reported to the agent %i times', (name, times) => {
    const { container } = show(story(name));
    fireEvent.pointerDown(container.querySelector('main')!);
    expect(sent).toEqual(Array(times).fill({ action: 'touch' }));
  });

  test('is reported to the agent again after three seconds, by finger or key', () => {
    const { container } = show(story('done'));
    const main = container.querySelector('main')!;
    fireEvent.pointerDown(main);
    pass(2_999);
    fireEvent.keyDown(main, { key: 'a' });
    expect(sent).toHaveLength(1);
    pass(1);
    fireEvent.keyDown(main, { key: 'a' });
    expect(sent).toHaveLength(2);
  });
});

describe('the first screen', () => {
  const attract = story<'attract'>('attract');

  test('begins by its button and by Enter, but not twice by an Enter on the button', () => {
    show(attract);
    press('Print your documents');
    enter();
    enter(button('Print your documents'));
    fireEvent.keyDown(window, { key: ' ' });
    expect(sent).toEqual([{ action: 'begin' }, { action: 'begin' }]);
  });

  test.each([
    ['is offline', { online: false }],
    ['is unreachable', { state: 'unreachable' as const }],
  ])('offers nothing when its printer %s', (_, changes) => {
    show({ ...attract, printer: { ...attract.printer, ...changes } });
    expect(screen.queryByRole('button', { name: 'Print your documents' })).toBeNull();
    enter();
    expect(sent).toEqual([]);
    expect(screen.getByRole('alert')).toBeDefined();
  });

  test('still begins when its printer has no paper, and says so', () => {
    show(story('attract-paper'));
    enter();
    expect(sent).toEqual([{ action: 'begin' }]);
    expect(screen.getByRole('alert').textContent).toContain('paper');
  });
});

describe('the list of documents', () => {
  const rich = { ...story<'documents'>('documents'), available: pence(100_000) };
  const ids = rich.documents.map(({ documentId }) => documentId);
  const row = (name: RegExp) => screen.getByRole<HTMLButtonElement>('checkbox', { name });
  const all = /^Print all 5 for £2\.05/;

  test('prints all at once by one button while nothing is ticked', () => {
    show(rich);
    press(all);
    expect(acts()).toEqual([{ action: 'print', documentIds: ids, totalMinor: 205 }]);
    fireEvent.click(row(/^photo/));
    expect(screen.queryByRole('button', { name: all })).toBeNull();
  });

  test('has no button for all when there is one document', () => {
    show({ ...rich, documents: rich.documents.slice(0, 1) });
    expect(screen.queryByRole('button', { name: /^Print all/ })).toBeNull();
  });

  test('ticks all and names the missing amount when the balance is too low for all', () => {
    show({ ...rich, available: pence(204) });
    press(all);
    expect(acts()).toEqual([]);
    expect(screen.getByText('You are £0.01 short.')).toBeDefined();
    expect(screen.getByText(/^You also have €5.00/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'PRINT' })).toBeNull();
  });

  test('names other wallets only where the balance is too low', () => {
    show(rich);
    expect(screen.queryByText(/^You also have/)).toBeNull();
  });

  test('multiplies the price by the copies, and sends them', () => {
    show({ ...rich, mostCopies: 3 });
    fireEvent.click(row(/^photo/));
    fireEvent.click(row(/^handout/));
    const [fewer, more] = [button('One copy less of photo.jpg'), button('One copy more of photo.jpg')];
    expect([fewer.disabled, more.disabled]).toEqual([true, false]);
    fireEvent.click(more);
    fireEvent.click(more);
    expect([fewer.disabled, more.disabled]).toEqual([false, true]);
    expect(within(row(/^photo/)).getByText('£0.60')).toBeDefined();
    fireEvent.click(fewer);
    expect(screen.getByText('Total').nextElementSibling?.textContent).toBe('£0.55');
    enter();
    expect(acts()).toEqual([
      { action: 'print', documentIds: [ids[1], ids[3]], copies: { [ids[1]!]: 2 }, totalMinor: 55 },
    ]);
  });

  test('offers no copies if core accepts only one', () => {
    show({ ...rich, mostCopies: 1 });
    fireEvent.click(row(/^photo/));
    expect(screen.queryByRole('group', { name: /^Copies/ })).toBeNull();
  });

  test('prints nothing while nothing is ticked, or while PRINT is under way', () => {
    const { rerender } = show(rich);
    expect(button('PRINT').disabled).toBe(true);
    enter();
    fireEvent.click(row(/^photo/));
    rerender(drawn({ ...rich, releasing: true }));
    enter();
    expect(row(/^photo/).disabled).toBe(true);
    expect(acts()).toEqual([]);
  });

  test.each([
    ['documents', 'Tick what to print', '1 more', 'One more document is being prepared.'],
    ['empty', 'Nothing to print yet', 'no more', 'Upload documents on your dashboard'],
  ])('of the story %s says "%s" and, with %s under way, "%s"', (name, title, _, note) => {
    show(story(name));
    expect(screen.getByRole('heading').textContent).toBe(title);
    expect(screen.getByText(new RegExp(note))).toBeDefined();
  });

  test('that is empty while documents are prepared asks for no upload', () => {
    show({ ...story<'documents'>('empty'), processing: 2 });
    expect(screen.queryByText(/Upload documents/)).toBeNull();
    expect(screen.getByText('2 more documents are being prepared.')).toBeDefined();
  });

  test('says why PRINT was refused', () => {
    show(story('changed'));
    expect(screen.getByRole('alert').textContent).toContain('Something in your list has changed.');
  });

  test('warns for twenty seconds before it closes, and counts them', () => {
    show({ ...rich, idleAt: new Date(Date.now() + 22_000).toISOString() });
    pass(1_000);
    expect(screen.queryByText('Still there?')).toBeNull();
    pass(1_000);
    expect(screen.getByText('This screen closes in 20 s. Touch it to go on.')).toBeDefined();
    pass(19_500);
    expect(screen.getByText(/closes in 1 s/)).toBeDefined();
    pass(5_000);
    expect(screen.getByText(/closes in 0 s/)).toBeDefined();
  });

  test('shows the picture of a document from this box', () => {
    const { container } = show(rich);
    const pictures = [...container.querySelectorAll('img')].map(({ src }) => new URL(src).pathname);
    expect(pictures).toEqual(['/panel//pictures/thesis']);
  });

  test('goes home by its button', () => {
    show(rich);
    press('Home');
    expect(acts()).toEqual([{ action: 'home' }]);
  });
});

describe('the screen while pages are printed', () => {
  const printing = story<'printing'>('printing');

  test('shows the running job, marks it in the list, and says what Home does', () => {
    const { container } = show(printing);
    expect(screen.getByRole('heading').textContent).toBe('Page 4 of 12');
    expect(container.querySelector('[data-current]')?.textContent).toContain('thesis.pdf');
    expect(screen.getByText(/^Home: the current job finishes/)).toBeDefined();
    press('Home');
    expect(acts()).toEqual([{ action: 'home' }]);
  });

  test('has no Home after Home', () => {
    show(story('leaving'));
    expect(button('Home').disabled).toBe(true);
    expect(screen.getByText('The current job finishes, the rest are cancelled.')).toBeDefined();
  });

  test('shows the trouble instead of the page', () => {
    show(story('media-jam'));
    expect(screen.queryByText('Page 4 of 12')).toBeNull();
    expect(screen.getByRole('alert').textContent).toContain('only set aside');
    pass(10_000);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).not.toContain(
      'Page 4 of 12, thesis.pdf',
    );
  });

  test('announces page and document', () => {
    show(printing);
    pass(1);
    expect(screen.getByText('Page 4 of 12, thesis.pdf')).toBeDefined();
  });
});

describe('the last screen', () => {
  const done = story<'done'>('done');
  const sums = () =>
    [...document.querySelectorAll('dl div')].map((sum) =>
      [...sum.children].map(({ textContent }) => textContent),
    );

  test('shows cost, what came back, and the balance', () => {
    show(done);
    expect(sums()).toEqual([
      ['Cost', '£0.25'],
      ['Came back', '£0.05'],
      ['Balance', '£9.75'],
    ]);
  });

  test('shows no cost that is not known, and nothing that did not come back', () => {
    show(story('done-unsettled'));
    expect(sums()).toEqual([['Cost', 'not known yet']]);
  });

  test('leads on by its buttons, and home by Enter', () => {
    show(done);
    press('Print more');
    press('Done');
    press('Home');
    enter();
    const home = { action: 'home' };
    expect(acts()).toEqual([{ action: 'more' }, home, home, home]);
  });

  test('names the reason of a job that did not complete, and of no other', () => {
    const [completed, partial] = done.jobs;
    show({ ...done, jobs: [{ ...completed!, reason: 'media-jam' }, partial!] });
    const [first, second] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(first).not.toContain('jam');
    expect(second).toContain('The printer gave up');
  });

  test.each([
    ['done-well', 'true'],
    ['done-cancelled', 'true'],
    ['done', null],
  ])('of the story %s is marked as going well: %s', (name, well) => {
    show(story(name));
    expect(screen.getByRole('heading').getAttribute('data-well')).toBe(well);
  });

  test('says why Print more failed', () => {
    show(story('done-alone'));
    expect(screen.getByText('The service cannot be reached just now.')).toBeDefined();
  });

  test('says when it closes', () => {
    show({ ...done, leavesAt: new Date(Date.now() + 20_000).toISOString() });
    pass(500);
    expect(screen.getByText('Closes by itself in 20 s.')).toBeDefined();
    pass(500);
    expect(screen.getByText('Closes by itself in 19 s.')).toBeDefined();
  });

  test('takes a report about a job by two touches, and thanks for it', () => {
    show(done);
    expect(screen.getByText(/^Faint or smudged\. Thank you/)).toBeDefined();
    press('Anything wrong?');
    expect(sent).toEqual([{ action: 'touch' }]);
    expect(document.activeElement?.textContent).toBe('Pages are missing');
    press('Crooked or creased');
    expect(acts()).toEqual([{ action: 'report', jobId: done.jobs[1]!.jobId, fault: 'crooked' }]);
    press('Nothing');
    expect(screen.queryByRole('group', { name: 'What is wrong?' })).toBeNull();
  });

  test('asks about prints only where a page came out, or should have', () => {
    const job = (part: object) => ({ ...done.jobs[1]!, impressions: 0, ...part });
    const ask = (part: object) => {
      cleanup();
      show({ ...done, jobs: [job(part)] });
      return screen.queryAllByText('Anything wrong?').length;
    };
    expect([
      ask({ state: 'failed' }),
      ask({ state: 'completed' }),
      ask({ state: 'partial', impressions: 1 }),
    ]).toEqual([0, 1, 1]);
  });
});

test('a lost connection is reported after more than a second, with its effect on the job', () => {
  const lost = (printing: boolean) => render(<Lost printing={printing} />);
  lost(true);
  pass(1_199);
  expect(screen.queryByRole('alert')).toBeNull();
  pass(1);
  const printing = screen.getByRole('alert').textContent;
  cleanup();
  lost(false);
  pass(1_200);
  expect(screen.getByRole('alert').textContent).not.toBe(printing);
});
