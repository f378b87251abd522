import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';

const icons = { bad: CircleAlert, good: CircleCheck, info: Info, warn: CircleAlert };

/** Something worth knowing before going on. */
export function Alert({ tone = 'info', children }: { tone?: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <div className="alert" data-tone={tone} role={tone === 'bad' ? 'alert' : tone === 'good' ? 'status' : undefined}>
      <Icon size={18} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
