import { Button } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { PageLink } from '../../components/page-link.js';
import styles from './landing.module.css';
import { landingWords } from './landing-words.en.js';
import { pointIcons } from './point-icons.js';
import { Scene } from './scene.js';

/** `/`: the promise, the link to sign-in, how it works, and the advantages. */
export default function LandingPage() {
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <div className={styles.promise}>
          <h1 className={styles.headline}>{landingWords.headline}</h1>
          <p className={styles.lead}>{landingWords.lead}</p>
          <Button component={PageLink} to="/login" size="xl" className={styles.start}>
            {landingWords.start}
          </Button>
        </div>
        <Scene />
      </section>
      <section className={styles.band} aria-labelledby="how">
        <div className={styles.inner}>
          <h2 id="how" className={styles.heading}>
            {landingWords.how}
          </h2>
          <ol className={styles.steps}>
            {landingWords.steps.map(({ title, words }) => (
              <li key={title} className={styles.step}>
                <h3 className={styles.stepTitle}>{title}</h3>
                <p>{words}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className={styles.inner} aria-labelledby="why">
        <h2 id="why" className={styles.heading}>
          {landingWords.why}
        </h2>
        <ul className={styles.points}>
          {landingWords.points.map(({ title, words }, index) => (
            <Point key={title} icon={pointIcons[index]} title={title} words={words} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function Point({ icon: Icon, title, words }: { icon: LucideIcon | undefined; title: string; words: string }) {
  return (
    <li className={styles.point}>
      {Icon ? <Icon size={26} strokeWidth={1.6} aria-hidden /> : null}
      <h3 className={styles.pointTitle}>{title}</h3>
      <p>{words}</p>
    </li>
  );
}
