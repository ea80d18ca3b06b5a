import { useEffect, useState } from 'react';
import { pagesWords } from './pages-words.js';
import styles from './page-tiles.module.css';

/** A short outage is over soon; what lasts longer is not asked about too often. */
export const firstRetryMs = 5_000;
export const laterRetryMs = 30_000;

/**
 * The small picture of a page. One that does not come says so and is asked for again, for as long as it is on screen:
 * the words stay until there is a picture, so that nothing flickers.
 */
export function TilePicture({
  address,
  onMissing,
  onLandscape,
}: {
  address: string;
  /** It did not come, this time. */
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
        // A browser asks again for a new element only; a lazy one is not asked for before it is near the screen.
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
