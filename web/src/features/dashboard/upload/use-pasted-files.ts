import { useWindowEvent } from '@mantine/hooks';

/** Files that are pasted anywhere on the page, unless into a field. */
export function usePastedFiles(onFiles: (files: File[]) => void): void {
  useWindowEvent('paste', ({ clipboardData, target }) => {
    const isField = target instanceof HTMLElement && target.closest('input, textarea') !== null;
    const files = [...(clipboardData?.files ?? [])];
    if (!isField && files.length > 0) onFiles(files);
  });
}
