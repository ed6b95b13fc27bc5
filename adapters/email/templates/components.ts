// Each component from its own file: the package's front door also loads a syntax highlighter and Tailwind,
// which makes the first mail of a process block it for over half a second (measured 560 ms, against 12 ms this way).
export { Body } from '../../../node_modules/react-email/dist/components/body/body.mjs'
export { Button } from '../../../node_modules/react-email/dist/components/button/button.mjs'
export { Container } from '../../../node_modules/react-email/dist/components/container/container.mjs'
export { Head } from '../../../node_modules/react-email/dist/components/head/head.mjs'
export { Heading } from '../../../node_modules/react-email/dist/components/heading/heading.mjs'
export { Hr } from '../../../node_modules/react-email/dist/components/hr/hr.mjs'
export { Html } from '../../../node_modules/react-email/dist/components/html/html.mjs'
export { Link } from '../../../node_modules/react-email/dist/components/link/link.mjs'
export { Preview } from '../../../node_modules/react-email/dist/components/preview/preview.mjs'
export { Section } from '../../../node_modules/react-email/dist/components/section/section.mjs'
export { Text } from '../../../node_modules/react-email/dist/components/text/text.mjs'
