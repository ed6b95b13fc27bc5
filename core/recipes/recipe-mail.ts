/** The recipient of a mail. */
export type Addressed = { recipient: string; userId?: number; replyTo?: string }

/** A mail to a person about something that happened to their recipe. */
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
        /** True for the person who is answered on somebody else's recipe. */
        isAnswer?: boolean
      }
    }
  | { template: 'new-favourite'; props: { recipeId: number; recipeName: string } }
  | {
      template: 'new-variation'
      /** The recipe that it is based on, and what is different. */
      props: { recipeId: number; recipeName: string; variationId: number; byName: string; difference: string }
    }
  | {
      template: 'new-brew'
      /** Without a name if the brewer keeps their brews private. */
      props: { recipeId: number; recipeName: string; brewerName: string | null; rating: number; notes: string | null }
    }
