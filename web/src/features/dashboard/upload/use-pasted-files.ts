import { useWindowEvent } from '@mantine/hooks';

/** Where a paste is meant for what is being written, or for what stands over the page. */
const elsewhere = '[role="dialog"], textarea, input:not([type="file"], [type="radio"], [type="checkbox"])';

/** Files that are pasted anywhere on the page, unless where somebody writes. */
export function usePastedFiles(onFiles: (files: File[]) => void): void {
  useWindowEvent('paste', ({ clipboardData, target }) => {
    const isElsewhere = target instanceof Element && target.closest(elsewhere) !== null;
    const files = [...(clipboardData?.files ?? [])];
    if (!isElsewhere && files.length > 0) onFiles(files);
  });
}
