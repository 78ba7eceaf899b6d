import type { ReactNode } from "react";

type Props = { icon: ReactNode; name: string; marks?: string[]; detail: string; children?: ReactNode };

/** A person, a key or a session, and what can be done with it. */
export function AccessLine({ icon, name, marks = [], detail, children }: Props) {
  return (
    <li className="history-entry">
      <span className="history-icon" aria-hidden>
        {icon}
      </span>
      <div className="history-body">
        <p className="history-name">
          {name}
          {marks.map((mark) => (
            <span className="chip" key={mark}>
              {mark}
            </span>
          ))}
        </p>
        <p className="quiet">{detail}</p>
      </div>
      {children && <div className="access-actions">{children}</div>}
    </li>
  );
}
