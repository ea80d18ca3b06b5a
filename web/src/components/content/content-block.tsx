import { Button } from '@mantine/core';
import type { Block } from '@sixpence/content/content';
import { InfoIcon } from 'lucide-react';
import { PageLink } from '../page-link.js';
import styles from './content.module.css';
import { ContentText } from './content-text.js';
import { Picture } from './pictures/picture.js';
import { Seller } from './seller.js';

/** One block of a page's content. A heading, step, or card that a link leads to can take the focus. */
export function ContentBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p className={styles.paragraph}>
          <ContentText text={block.text} />
        </p>
      );
    case 'heading':
      return (
        <h2 id={block.anchor} tabIndex={-1} className={styles.heading}>
          {block.words}
        </h2>
      );
    case 'steps':
      return (
        <ol className={styles.steps}>
          {block.steps.map(({ anchor, text }) => (
            <li key={anchor} id={anchor} tabIndex={-1} className={styles.step}>
              <span>
                <ContentText text={text} />
              </span>
            </li>
          ))}
        </ol>
      );
    case 'list':
      return (
        <ul className={styles.list}>
          {block.items.map((text, index) => (
            <li key={index}>
              <ContentText text={text} />
            </li>
          ))}
        </ul>
      );
    case 'cards':
      return (
        <ul className={styles.cards}>
          {block.cards.map(({ anchor, title, text }) => (
            <li key={anchor} id={anchor} tabIndex={-1} className={styles.card}>
              <h3 className={styles.cardTitle}>{title}</h3>
              <p>
                <ContentText text={text} />
              </p>
            </li>
          ))}
        </ul>
      );
    case 'note':
      return (
        <p className={styles.note}>
          <InfoIcon size={20} aria-hidden />
          <span>
            <ContentText text={block.text} />
          </span>
        </p>
      );
    case 'picture':
      return <Picture name={block.picture} caption={block.caption} />;
    case 'link':
      return (
        <Button component={PageLink} to={block.to} size="md" className={styles.link}>
          {block.words}
        </Button>
      );
    case 'seller':
      return <Seller />;
  }
}
