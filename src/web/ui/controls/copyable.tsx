import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface Props {
  label: string;
  value: string;
  shown?: ReactNode;
  /** On one line, truncated at the edge of the box: for values nobody reads. */
  brief?: boolean;
}

/** A value to be copied exactly as shown. */
export function Copyable({ label, value, shown = value, brief }: Props) {
  return (
    <div className="copyable" data-brief={brief || undefined}>
      <span className="copyable-label">{label}</span>
      <code>{shown}</code>
      <CopyButton text={value} label={label} />
    </div>
  );
}
