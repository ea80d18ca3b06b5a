import { Button } from '@mantine/core';
import { Link } from 'react-router';
import styles from './landing.module.css';
import { points, steps } from './points.js';
import { Scene } from './scene.js';

/** `/`: the promise, the way in, and why. */
export function LandingPage() {
  return (
    <div className={styles.page}>
      <title>Sixpence: print anywhere with six digits</title>
      <section className={styles.hero}>
        <div className={styles.promise}>
          <h1 className={styles.headline}>Six digits, and it prints.</h1>
          <p className={styles.lead}>
            Upload a document or mail it in, get a code, type it at the printer. You pay from a prepaid
            balance, a few pence a page, and only for the pages that come out.
          </p>
          <Button component={Link} to="/login" size="xl" className={styles.start}>
            Start here
          </Button>
        </div>
        <Scene />
      </section>
      <section className={styles.band} aria-labelledby="how">
        <div className={styles.inner}>
          <h2 id="how" className={styles.heading}>
            How it works
          </h2>
          <ol className={styles.steps}>
            {steps.map(({ title, words }) => (
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
          Printing without the fuss
        </h2>
        <ul className={styles.points}>
          {points.map(({ icon: Icon, title, words }) => (
            <li key={title} className={styles.point}>
              <Icon size={26} stroke={1.6} aria-hidden />
              <h3 className={styles.pointTitle}>{title}</h3>
              <p>{words}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
