package org.sing.schemas;

/**
 * One entry of the public feed: an event that happened, at its place in the one order that everybody sees.
 *
 * @param position grows by one per entry
 * @param owner pseudonymous id of the user that it concerns, or empty
 * @param project that it concerns; empty means that it concerns the cluster and everybody may see it
 */
public record FeedEntry(long position, String owner, String project, Envelope event) {}
