import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

const icons = { bad: 'problem', good: 'done', info: 'info', warn: 'problem' } satisfies Record<string, IconName>;

/** Information the user should read before continuing. */
export function Alert({ tone = 'info', children }: { tone?: keyof typeof icons; children: ReactNode }) {
  return (
    <div className="alert" data-tone={tone} role={tone === 'bad' ? 'alert' : tone === 'good' ? 'status' : undefined}>
      <Icon name={icons[tone]} size={18} />
      <div>{children}</div>
    </div>
  );
}
