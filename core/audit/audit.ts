/** What an act was done to. A person is named by their id alone, and so is what holds an address: a line never changes. */
interface ActedOn {
  kind:
    | 'user'
    | 'invitation'
    | 'claim'
    | 'roaster'
    | 'recipe'
    | 'comment'
    | 'grinders'
    | 'machines'
    | 'filters'
    | 'database'
  id?: number
}

/** Something that an admin did, for the audit log. Nothing secret, and no name or address of a person, is in it. */
interface AdminAct {
  /** As the command is called: "users disable". */
  act: string
  on: ActedOn
  details?: Record<string, string | number | boolean>
}

/** An act with who did it. */
export type ActBy = AdminAct & { who: string }

/** What an act gave, and what it was done to: nothing is written down where nothing was changed. */
export type ActOutcome<T> = { done: T; on: ActedOn | undefined } & Pick<AdminAct, 'details'>

export interface AuditEntry {
  id: number
  at: string
  who: string
  act: string
  /** `name` is what it is called now: an address or a slug, null once it is gone. */
  on: { kind: string; id: number | null; name: string | null }
  details: Required<AdminAct>['details']
}

export interface Audit {
  /** Newest first. `act` is a command, or the word that several begin with; `before` is the id of a line. */
  list: (query: {
    since: Date | undefined
    who: string | undefined
    act: string | undefined
    before: number | undefined
    limit: number
  }) => Promise<AuditEntry[]>
}
