import type { Page } from 'playwright-core';

/** A stop is an element that Tab reaches. No page has this many. */
const mostStops = 120;

/**
 * Moves through a page with Tab alone, from its beginning to its end.
 * @returns the problems: elements that Tab cannot reach, or that do not show their focus
 */
export async function tabThrough(page: Page): Promise<string[]> {
  await page.evaluate(begin);
  const wrong: string[] = [];
  for (let stops = 0; stops < mostStops; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(atStop);
    if (stop === 'the end') break;
    if (stop !== 'fine') wrong.push(stop);
  }
  return [...wrong, ...(await page.evaluate(notReached))];
}

/**
 * The three functions below run in the page. They mark on each element whether it was reached, and how it
 * looked before.
 */
function begin() {
  (document.activeElement as HTMLElement | null)?.blur();
  for (const element of document.querySelectorAll<HTMLElement>(
    'a, button, input, select, textarea, [tabindex]',
  )) {
    element.dataset['look'] = lookOf(element);
  }
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');

  /** The focus ring lies on the element, on its wrapper, or on its label. */
  function lookOf(element: HTMLElement): string {
    const drawn = [element, element.parentElement, element.nextElementSibling, element.closest('label')];
    return drawn
      .map((each) => {
        if (!each) return '';
        const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(each);
        return [outlineStyle === 'none' ? '' : outlineWidth, boxShadow, borderColor].join();
      })
      .join(' ');
  }
  Object.assign(window, { lookOf });
}

function atStop(): string {
  const stop = document.activeElement as HTMLElement | null;
  if (!stop || stop === document.body || stop.dataset['reached'] === 'yes') return 'the end';
  stop.dataset['reached'] = 'yes';
  const name = `${stop.tagName.toLowerCase()} ${(stop.ariaLabel ?? stop.textContent).slice(0, 40)}`;
  if (stop.tagName === 'IFRAME') return 'fine';
  const { top, bottom, left, right } = stop.getBoundingClientRect();
  const isSeen = bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
  if (!isSeen) return `${name} has the focus outside the window`;
  const { lookOf } = window as unknown as { lookOf: (element: HTMLElement) => string };
  return stop.dataset['look'] === lookOf(stop) ? `${name} does not show that it has the focus` : 'fine';
}

function notReached(): string[] {
  const all = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  );
  return [...all]
    .filter((element) => {
      if (element.dataset['reached'] === 'yes' || element.tabIndex < 0) return false;
      if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled'))
        return false;
      // A group of radio buttons is one stop.
      const { name, type } = element as HTMLInputElement;
      return type !== 'radio' || document.querySelector(`[name="${name}"][data-reached]`) === null;
    })
    .map((element) => `${element.outerHTML.slice(0, 120)} cannot be reached by Tab`);
}
