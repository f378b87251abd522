import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';

/** The row checkboxes, excluding anything a row's own form submits. */
export const PICK = 'input[type="checkbox"][name="ids"]';

/** The value of `?select=` that loads the page with every row selected. */
export const ALL = 'page';

interface PickRowProps {
  /** Id of the form that the checkbox belongs to. */
  form: string;
  id: string;
  name: string;
  tabIndex: number | undefined;
  picked: boolean | undefined;
  onClick: (event: MouseEvent) => void;
}

/** A row's checkbox. It sits outside its form, since a row may contain forms of its own. */
export function PickRow({ form, id, name, tabIndex, picked, onClick }: PickRowProps) {
  const { t } = useI18n();
  const [query] = useSearchParams();
  return (
    <td className="pick">
      <label>
        <input
          type="checkbox"
          name="ids"
          value={id}
          form={form}
          defaultChecked={picked || query.get('select') === ALL}
          tabIndex={tabIndex}
          onClick={onClick}
          aria-label={t('table.select', { what: name })}
          autoComplete="off"
        />
      </label>
    </td>
  );
}

interface PickAllProps {
  count: number;
  total: number;
  onPick: (checked: boolean) => void;
}

/** Selects every row on the page, or none; without JavaScript the link in the bulk bar does this. */
export function PickAll({ count, total, onPick }: PickAllProps) {
  const { t } = useI18n();
  const box = useRef<HTMLInputElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && count < total;
  }, [count, total]);
  return (
    <td className="pick">
      <label hidden={!ready}>
        <input
          ref={box}
          type="checkbox"
          checked={count === total}
          onChange={(event) => onPick(event.target.checked)}
          aria-label={t('table.select_all')}
        />
        <span>{t('table.select_all')}</span>
      </label>
    </td>
  );
}
