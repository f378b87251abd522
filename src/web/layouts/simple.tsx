import { Outlet } from 'react-router';
import { Mark } from '#web/ui/mark.tsx';

export default function Simple() {
  return (
    <main className="simple" id="main" tabIndex={-1}>
      <Mark />
      <Outlet />
    </main>
  );
}
