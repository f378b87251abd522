import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

interface MenuProps {
  label: ReactNode;
  icon?: ReactNode;
  className?: string;
  /** The menu's content; without it the summary only opens what CSS ties to it. */
  children?: ReactNode;
}

/** A menu that opens without JavaScript; with it, Escape, an outside click or a navigation closes it. */
export function Menu({ label, icon, className = '', children }: MenuProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    // A menu that was opened before the scripts came stays open.
    if (box.current && shown.current !== key) box.current.open = false;
    shown.current = key;
  }, [key]);
  useEffect(() => {
    const close = (event: Event) => {
      const menu = box.current;
      if (!menu?.open || staysOpen(menu, event)) return;
      if (event.type === 'keydown') menu.querySelector('summary')?.focus();
      menu.open = false;
    };
    const events = ['pointerdown', 'click', 'focusin', 'keydown'];
    for (const name of events) document.addEventListener(name, close);
    return () => {
      for (const name of events) document.removeEventListener(name, close);
    };
  }, []);
  return (
    <details className={`menu ${className}`} ref={box}>
      <summary className="nav-entry">
        {icon}
        {icon ? <span className="visually-hidden">{label}</span> : label}
      </summary>
      {children ? <div className="menu-panel">{children}</div> : null}
    </details>
  );
}

function staysOpen(menu: Element, event: Event): boolean {
  if (event instanceof KeyboardEvent) return event.key !== 'Escape';
  const target = event.target as Element;
  if (menu.contains(target) || isInList(menu, target)) return true;
  // Touch also moves the focus; only keyboard focus leaving the menu should close it.
  if (event.type === 'focusin') return !target.matches(':focus-visible');
  // On a small screen, a menu closing on touch would shift the target being pressed: the click closes it instead.
  return event.type === 'pointerdown' && Boolean(menu.closest('.nav-list')?.contains(target));
}

/** On a small screen the list of pages sits beside the button that opens it, not inside it. */
const isInList = (menu: Element, target: Node) =>
  menu.classList.contains('nav-toggle') && menu.nextElementSibling?.contains(target);
