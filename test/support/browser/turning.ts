import type { Locator } from 'playwright-core';

/**
 * Counts the elements in `container` with an endless animation, which shows a user that work is in progress.
 * Tests stop all animations; this check turns them on again.
 */
export async function turningIn(container: Locator): Promise<number> {
  const page = container.page();
  await container.waitFor();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const count = await container.evaluate((element) => {
    const sheets = document.adoptedStyleSheets;
    document.adoptedStyleSheets = [];
    const visible = element.getAnimations({ subtree: true }).filter(({ effect, playState }) => {
      if (!(effect instanceof KeyframeEffect) || !effect.target || playState !== 'running') return false;
      const { width, height } = effect.target.getBoundingClientRect();
      const isSeen = effect.target.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return isSeen && width * height > 0 && effect.getComputedTiming().iterations === Infinity;
    });
    document.adoptedStyleSheets = sheets;
    return visible.length;
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return count;
}
