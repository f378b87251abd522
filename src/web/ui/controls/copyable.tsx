import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface Props {
  label: string;
  value: string;
  shown?: ReactNode;
  /** On one line, cut where the box ends: for what nobody reads. */
  brief?: boolean;
}

/** A value to be taken elsewhere exactly as it stands. */
export function Copyable({ label, value, shown = value, brief }: Props) {
  return (
    <div className="copyable" data-brief={brief || undefined}>
      <span className="copyable-label">{label}</span>
      <code>{shown}</code>
      <CopyButton text={value} label={label} />
    </div>
  );
}
