import { useWindowEvent } from '@mantine/hooks';

/** Elements that handle a paste themselves: text fields and open dialogs. */
const ownPaste = '[role="dialog"], textarea, input:not([type="file"], [type="radio"], [type="checkbox"])';

/** Calls `onFiles` with files that the user pastes on the page, outside of text fields and dialogs. */
export function usePastedFiles(onFiles: (files: File[]) => void): void {
  useWindowEvent('paste', ({ clipboardData, target }) => {
    const hasOwnPaste = target instanceof Element && target.closest(ownPaste) !== null;
    const files = [...(clipboardData?.files ?? [])];
    if (!hasOwnPaste && files.length > 0) onFiles(files);
  });
}
