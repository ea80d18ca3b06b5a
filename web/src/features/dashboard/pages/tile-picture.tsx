import { useEffect, useState } from 'react';
import { pagesWords } from '../dashboard-words.en.js';
import styles from './page-tiles.module.css';

/** Most outages are short, so the first retry is soon and the later ones are rare. */
export const firstRetryMs = 5_000;
export const laterRetryMs = 30_000;

/**
 * The small picture of a page. After a failure it shows words and retries while it is on the screen. The
 * words stay until a picture has loaded, so nothing flickers.
 */
export function TilePicture({
  address,
  onMissing,
  onLandscape,
}: {
  address: string;
  /** One attempt failed. */
  onMissing: () => void;
  onLandscape: (landscape: boolean) => void;
}) {
  const [tries, setTries] = useState(1);
  const [failures, setFailures] = useState(0);
  const missing = failures > 0;

  useEffect(() => {
    if (failures === 0) return;
    const timer = setTimeout(() => setTries(failures + 1), failures === 1 ? firstRetryMs : laterRetryMs);
    return () => clearTimeout(timer);
  }, [failures]);

  return (
    <>
      {missing ? <span className={styles.missing}>{pagesWords.noPicture}</span> : null}
      <img
        // A new key makes a new element, because a browser loads a failed image again only in a new one.
        // `loading="lazy"` waits until it is near the screen.
        key={tries}
        src={`${address}?size=tile`}
        alt=""
        loading="lazy"
        draggable={false}
        data-missing={missing || undefined}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          setFailures(0);
          onLandscape(naturalWidth > naturalHeight);
        }}
        onError={() => {
          onMissing();
          setFailures(tries);
        }}
      />
    </>
  );
}
