import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { type Side, sideOptions } from '@sixpence/contracts/http/documents';
import { colorNames, sideNames } from '../dashboard-words.en.js';
import styles from './print-options.module.css';
import { optionsWords } from '../dashboard-words.en.js';

/** The choice of sides and colour for all documents. */
export function PrintOptions(props: {
  side: Side;
  isColor: boolean;
  disabled: boolean;
  onSide: (side: Side) => void;
  onColor: (isColor: boolean) => void;
}) {
  const { side, isColor, disabled, onSide, onColor } = props;
  return (
    <div className={styles.options} role="group" aria-label={optionsWords.group}>
      <SegmentedControl
        aria-label={optionsWords.sides}
        data={sideOptions.map((value) => ({ value, label: sideNames[value] }))}
        value={side}
        disabled={disabled}
        onChange={(value) => onSide(value)}
      />
      <SegmentedControl
        aria-label={optionsWords.color}
        data={(['mono', 'color'] as const).map((value) => ({ value, label: colorNames[value] }))}
        value={isColor ? 'color' : 'mono'}
        disabled={disabled}
        onChange={(value) => onColor(value === 'color')}
      />
    </div>
  );
}
