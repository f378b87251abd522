import { href, useLocation } from 'react-router';
import type { Notice } from '#contracts/content/content.ts';
import { inLanguage } from '#web/i18n/in-language.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useNotice } from '#web/live/use-notice.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Live } from '#web/ui/feedback/live.tsx';
import { isLongNotice } from './is-long-notice.ts';
import { noticeText } from './notice-text.ts';

/**
 * The latest unseen notice: a non-modal dialog closed only by its button, which posts a form without
 * JavaScript. It does not take the focus when it appears, so it is announced instead.
 */
export function NoticeDialog({ first }: { first: Notice | null }) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const { notice, close } = useNotice(first);
  return (
    <Live>
      {notice ? (
        <dialog
          open
          className="notice"
          key={notice.id}
          aria-labelledby="notice-title"
          aria-describedby="notice-content"
        >
          <h2 id="notice-title" {...inLanguage(notice.locale)}>
            {notice.title}
          </h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long text must be scrollable by keyboard */}
          <div className="notice-content" id="notice-content" {...inLanguage(notice.locale)} tabIndex={0}>
            {noticeText(notice.content)}
          </div>
          {isLongNotice(notice.content) ? (
            <details className="notice-more">
              <summary>
                <span>{t('notice.more')}</span>
                <span>{t('notice.less')}</span>
              </summary>
            </details>
          ) : null}
          <form
            method="post"
            action={href('/notice/userseen')}
            onSubmit={(event) => {
              event.preventDefault();
              document.getElementById('main')?.focus();
              void close();
            }}
          >
            <input type="hidden" name="id" value={notice.id} />
            <input type="hidden" name="next" value={pathname + search} />
            <Button size="small">{t('notice.close')}</Button>
          </form>
        </dialog>
      ) : null}
    </Live>
  );
}
