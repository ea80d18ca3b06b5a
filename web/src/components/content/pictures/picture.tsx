import type { PictureName } from '@sixpence/content/content';
import type { ComponentType } from 'react';
import { CodePicture } from './code-picture.js';
import { HomePicture } from './home-picture.js';
import { KeypadPicture } from './keypad-picture.js';
import { PagesPicture } from './pages-picture.js';
import styles from './pictures.module.css';
import { PricePicture, ShortfallPicture } from './price-picture.js';

const drawings: Readonly<Record<PictureName, ComponentType>> = {
  code: CodePicture,
  keypad: KeypadPicture,
  pages: PagesPicture,
  price: PricePicture,
  shortfall: ShortfallPicture,
  home: HomePicture,
};

/**
 * A small drawing of a part of the product. Screen readers skip it and read the caption, which says the same.
 */
export function Picture({ name, caption }: { name: PictureName; caption: string }) {
  const Drawing = drawings[name];
  return (
    <figure className={styles.figure}>
      <div className={styles.frame} aria-hidden>
        <Drawing />
      </div>
      <figcaption className={styles.caption}>{caption}</figcaption>
    </figure>
  );
}
