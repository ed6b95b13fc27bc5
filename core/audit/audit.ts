/**
 * The thing that an act changed. Lines of the log never change, so people, and anything that
 * contains an address, are named by id only.
 */
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

/**
 * Something that an admin did, for the audit log. It contains no secret and no person's name or
 * address.
 */
interface AdminAct {
  /** The command, for example "users disable". */
  act: string
  on: ActedOn
  details?: Record<string, string | number | boolean>
}

/** An act, and who did it. */
export type ActBy = AdminAct & { who: string }

/** The result of an act, and what it changed. If it changed nothing, nothing is logged. */
export type ActOutcome<T> = { done: T; on: ActedOn | undefined } & Pick<AdminAct, 'details'>

export interface AuditEntry {
  id: number
  at: string
  who: string
  act: string
  /** `name` is the thing's current address or slug, or null once it is deleted. */
  on: { kind: string; id: number | null; name: string | null }
  details: Required<AdminAct>['details']
}

export interface Audit {
  /**
   * Newest first. `act` is a command, or the first word that several commands share. `before` is
   * the id of a line.
   */
  list: (query: {
    since: Date | undefined
    who: string | undefined
    act: string | undefined
    before: number | undefined
    limit: number
  }) => Promise<AuditEntry[]>
}
