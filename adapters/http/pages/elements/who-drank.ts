/**
 * In the log of a household: one person's taste at a time. Choosing a chip shows their taste, and
 * badges keep what the others tapped in sight. A second tap on the chosen chip takes the person off.
 */
export function oneDrinkerAtATime(form: HTMLFormElement) {
  const who = form.querySelector('.who')
  const chips = [...(who?.querySelectorAll<HTMLInputElement>('input') ?? [])]
  const fields = [...form.querySelectorAll<HTMLElement>('[data-drinker]')]
  let active = chips.find(({ checked }) => checked)?.value ?? chips[0]?.value

  const tappedBy = (id: string) =>
    [...form.querySelectorAll<HTMLInputElement>(`[name="taste-${id}"]:checked`)].map(({ value }) => value)

  function show() {
    for (const field of fields) field.hidden = field.dataset.drinker !== active
    for (const chip of chips) {
      const label = chip.closest('label')
      label?.classList.toggle('active', chip.value === active && chip.checked)
      const said = label?.querySelector('.quiet')
      if (said) said.textContent = chip.value === active ? '' : wordsOf(chip.value)
    }
    for (const badges of form.querySelectorAll('.badges')) badges.remove()
    for (const { value: id } of chips)
      for (const taste of tappedBy(id)) badge(id, form.querySelector(`[name="taste-${active}"][value="${taste}"]`))
  }

  const wordsOf = (id: string) =>
    tappedBy(id)
      .map(taste => form.querySelector(`[name="taste-${id}"][value="${taste}"] ~ b`)?.textContent?.toLowerCase())
      .join(', ')

  function badge(id: string, tap: Element | null) {
    const label = tap?.closest('label')
    const letter = chips
      .find(({ value }) => value === id)
      ?.closest('label')
      ?.querySelector('.initial')
    if (!label || !letter) return
    const badges = label.querySelector('.badges') ?? label.appendChild(document.createElement('i'))
    badges.className = 'badges'
    badges.setAttribute('aria-hidden', 'true')
    badges.append(letter.cloneNode(true))
  }

  const isPerson = (id: string) => fields.some(({ dataset }) => dataset.drinker === id)

  who?.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    const wasActive = target.value === active
    // A chosen chip that is not active becomes active instead of being taken off.
    if (!target.checked && !wasActive && isPerson(target.value)) target.checked = true
    if (!target.checked) forget(target.value)
    const others = chips.find(({ checked, value }) => checked && isPerson(value))
    if (target.checked && isPerson(target.value)) active = target.value
    else if (!target.checked && wasActive) active = others?.value ?? active
    show()
  })
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !/^(taste|rating)-/.test(target.name)) return
    const chip = chips.find(({ value }) => value === active)
    if (chip && target.checked) chip.checked = true
    show()
  })

  /** Whoever did not drink it said nothing of it. */
  function forget(id: string) {
    for (const input of form.querySelectorAll<HTMLInputElement>(`[name="taste-${id}"], [name="rating-${id}"]`))
      input.checked = false
  }
  show()
}
