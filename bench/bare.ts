import { openDatabase } from '../adapters/postgres/client.ts'
import { equipmentIn } from '../adapters/postgres/equipment.ts'
import { recipeInDetail, recipeInList } from '../adapters/postgres/recipe-columns.ts'

/** What the service is measured against: Bun.serve and the driver, the same SQL, nothing else. */
const { sql } = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: '.dialin' })
const equipment = await equipmentIn(sql)
const inDetail = recipeInDetail(sql, equipment)
const inList = recipeInList(sql, equipment)

const server = Bun.serve({
  port: 0,
  routes: {
    '/api/recipes/:id': async request => {
      const [row] = await sql`
        select ${inDetail.columns}
        from recipes
        ${inDetail.joins}
        where recipes.id = ${Number(request.params.id)}
          and recipes.hidden_at is null`
      return row ? Response.json(row) : Response.json({ error: 'none' }, { status: 404 })
    },
    '/api/browse/recipes': async () => {
      const rows = await sql`
        with place as (
          select recipes.id, recipes.created_at
          from recipes
          where recipes.hidden_at is null
          order by recipes.created_at desc, recipes.id desc
          limit 20
        )
        select ${inList.columns}
        from place
        join recipes on recipes.id = place.id
        ${inList.joins}
        order by place.created_at desc, place.id desc`
      const [count] = await sql`select sum(recipes)::int as total from recipes_by_style`
      return Response.json({ data: rows, total: count?.total, page: 1 })
    },
  },
})
console.log(String(server.url))
