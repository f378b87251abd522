import { CopyButton } from './copy-button.tsx';

/** A value to be taken elsewhere exactly as it stands. */
export function Copyable({ label, value, shown = value }: { label: string; value: string; shown?: string }) {
  return (
    <div className="copyable">
      <span className="copyable-label">{label}</span>
      <code>{shown}</code>
      <CopyButton text={value} label={label} />
    </div>
  );
}
