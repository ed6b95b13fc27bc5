/** To whom a mail goes. */
export type Addressed = { recipient: string; userId?: number; replyTo?: string }

/** What happened to somebody's recipe, by mail to them. */
export type RecipeMail = Addressed & RecipeMailContent

export type RecipeMailContent =
  | {
      template: 'new-comment'
      props: {
        recipeId: number
        recipeName: string
        commentId?: number
        commenterName: string
        body: string
        /** To who is answered, on a recipe of somebody else. */
        isAnswer?: boolean
      }
    }
  | { template: 'new-favourite'; props: { recipeId: number; recipeName: string } }
  | {
      template: 'new-brew'
      /** Without a name where the brewer's brews are their own. */
      props: { recipeId: number; recipeName: string; brewerName: string | null; rating: number; notes: string | null }
    }
