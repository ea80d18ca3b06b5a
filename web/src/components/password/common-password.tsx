import { TriangleAlertIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import styles from './common-password.module.css';
import { commonPasswordWords } from './common-password-words.en.js';

type IsCommon = (password: string) => boolean;

/** Warns of a common password but does not refuse it. The list loads when the user begins to type. */
export function CommonPassword({ password }: { password: string }) {
  const isCommon = useCommonPasswords(password !== '');
  return (
    <div aria-live="polite" className={styles.live}>
      {isCommon?.(password) ? (
        <p className={styles.warning}>
          <TriangleAlertIcon size={16} aria-hidden />
          <span>
            {commonPasswordWords.sentence} {commonPasswordWords.advice}
          </span>
        </p>
      ) : null}
    </div>
  );
}

/** Undefined until the list is loaded. If it fails to load, there is no warning. */
function useCommonPasswords(isNeeded: boolean): IsCommon | undefined {
  const [found, setFound] = useState<{ isCommon: IsCommon }>();
  useEffect(() => {
    if (!isNeeded) return;
    import('../../lib/common-passwords.js')
      .then(({ isCommonPassword }) => setFound({ isCommon: isCommonPassword }))
      .catch((error: unknown) => console.warn('The list of common passwords could not be loaded', error));
  }, [isNeeded]);
  return found?.isCommon;
}
