-- The mail that brings what the contact form was sent to support is called so. Those that wait are sent under the new name.
update outbox set template = 'contact-message' where template = 'contact-copy';
