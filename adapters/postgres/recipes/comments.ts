import type { Fragment } from 'postgres'
import { type NamedUser, presentPerson } from '../../../core/accounts/model.ts'
import { type Comment, type Comments, MOST_COMMENTS } from '../../../core/recipes/comments.ts'
import { type Sql, transact } from '../engine/client.ts'
import { queueBounded } from '../events/outbox.ts'
import { nameColumns } from '../queries/columns.ts'
import { lockRecipes } from '../queries/locks.ts'
import { nested, nestedOne, part } from '../queries/nested.ts'
import { literalLimit } from '../queries/planner.ts'
import { authorColumns } from './recipe-columns.ts'

export function commentsIn(sql: Sql): Comments {
  const author = part(sql, 'users', 'author', nameColumns)

  const commentsWhere = async (about: Fragment) => {
    const newestFirst = await nested<CommentRow>(sql`
      select comments.id, comments.body, comments.created_at, ${author}
      from comments
      join users on users.id = comments.user_id
      where ${about}
      order by comments.created_at desc, comments.id desc
      ${literalLimit(sql, MOST_COMMENTS)}`)
    return newestFirst.toReversed().map(commentOf)
  }

  return {
    of: async recipeId => {
      const [recipe] = await sql`select from recipes where id = ${recipeId} and hidden_at is null`
      if (!recipe) return undefined
      return commentsWhere(sql`comments.recipe_id = ${recipeId}`)
    },

    ofTechnique: technique => commentsWhere(sql`comments.technique = ${technique}`),

    add: ({ recipeId, technique = null, userId, body, now }, mailsAbout) =>
      transact(sql, async sql => {
        const row = await nestedOne<CommentRow>(sql`
          with added as (
            insert into comments (recipe_id, technique, user_id, body, created_at)
            values (${recipeId}, ${technique}, ${userId}, ${body}, ${now})
            returning id, body, created_at, user_id
          )
          select added.id, added.body, added.created_at, ${author}
          from added
          join users on users.id = added.user_id`)
        if (!row) throw new Error('The comment was not stored.')
        const comment = commentOf(row)
        for (const mail of mailsAbout(comment.id)) await queueBounded(sql, mail, now)
        return comment
      }),

    partiesOf: commentId =>
      nestedOne(sql`
        select comments.recipe_id, comments.technique, comments.user_id as writer_id, recipes.created_by as owner_id,
               ${part(sql, 'users', 'writer', authorColumns)}
        from comments
        left join recipes on recipes.id = comments.recipe_id
        left join users on users.id = comments.user_id and users.disabled_at is null
        where comments.id = ${commentId}`),

    remove: commentId =>
      transact(sql, async sql => {
        await lockRecipes(sql, sql`id = (select recipe_id from comments where id = ${commentId})`)
        const removed = await sql`delete from comments where id = ${commentId}`
        return removed.count > 0
      }),
  }
}

type CommentRow = Omit<Comment, 'author'> & { author: NamedUser }

const commentOf = (row: CommentRow): Comment => ({ ...row, author: presentPerson(row.author) })
